import { sql, type Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";
import { announceChange } from "../platform/live";
import { lotRecords, recordColumns, type LotRecord } from "./lotRecords";
import { tellLotsChanged } from "./lotsChanged";
import type { LotArea, NeutralLot } from "./neutralLot";

type Written = { inserted: number; updated: number; unchanged: number };

/**
 * Writes lots into an area, each known by its source and the source's own key:
 * a new one is inserted, a changed one updated under its id with a new change
 * number, one whose hash is unchanged is left alone. Of two with one key the
 * later counts. Whoever asked to be told of changed lots is told inside the
 * same transaction.
 */
export async function writeLots(
  trx: Transaction<Tables>,
  area: LotArea,
  lots: readonly NeutralLot[],
): Promise<Written> {
  const latest = [...new Map(lots.map((lot) => [keyOf(lot), lot])).values()];
  const hashes = await findHashes(trx, area, latest);
  const changed = latest.filter(
    (lot) => hashes.get(keyOf(lot)) !== lot.rowHash,
  );
  const updated = changed.filter((lot) => hashes.has(keyOf(lot))).length;
  if (changed.length > 0) {
    await announceChange(trx, "lots");
    const records = await lotRecords(trx, changed);
    const lotIds = await upsert(trx, area, records);
    if (updated > 0) await tellLotsChanged(trx, { area, lotIds });
  }
  return {
    inserted: changed.length - updated,
    updated,
    unchanged: latest.length - changed.length,
  };
}

const keyOf = (lot: Pick<NeutralLot, "source" | "sourceId">) =>
  `${lot.source}\u0000${lot.sourceId}`;

async function findHashes(
  trx: Transaction<Tables>,
  area: LotArea,
  lots: readonly NeutralLot[],
): Promise<Map<string, string>> {
  const sources = lots.map(({ source }) => source);
  const sourceIds = lots.map(({ sourceId }) => sourceId);
  const rows = await trx
    .selectFrom("lots")
    .select(["source", "source_id as sourceId", "row_hash as rowHash"])
    .where("area", "=", area)
    .where(
      sql<boolean>`(source, source_id) in (
        select * from unnest(${sources}::text[], ${sourceIds}::text[]))`,
    )
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row.rowHash]));
}

/** One statement for the whole batch; column types come from the table. */
async function upsert(
  trx: Transaction<Tables>,
  area: LotArea,
  records: readonly LotRecord[],
): Promise<string[]> {
  const columns = sql.join(recordColumns.map((name) => sql.ref(name)));
  const changes = sql.join(
    recordColumns.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
    ),
  );
  const { rows } = await sql<{ id: string }>`
    insert into lots (area, imported_at, ${columns})
    select ${area}, now(), ${columns}
    from jsonb_populate_recordset(null::lots, ${JSON.stringify(records)}::jsonb)
    on conflict (area, source, source_id) do update
    set ${changes}, imported_at = excluded.imported_at,
      seq = nextval('change_seq')
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
