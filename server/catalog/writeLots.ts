import { sql, type Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";
import { announceChange } from "../platform/changes";
import {
  lotRecords,
  recordColumns,
  type LotRecord,
  type NeutralLot,
} from "./lotRecords";
import type { LotArea } from "./lotSource";

type Written = { inserted: number; updated: number; unchanged: number };

type Listener = (
  trx: Transaction<Tables>,
  changed: { area: LotArea; lotIds: readonly string[] },
) => Promise<void>;

const listeners = new Set<Listener>();

/**
 * Calls `listener` with each batch that changes existing lots, inside the
 * transaction that writes them, so that copies of a lot are never out of date.
 * Adding the same function twice has no further effect.
 */
export function onLotsChanged(listener: Listener): void {
  listeners.add(listener);
}

/**
 * Inserts or updates lots of an area and returns the counts. A lot is
 * identified by its source and source id. An updated lot keeps its id and gets
 * a new change number; a lot with an unchanged hash is skipped. When two of
 * `lots` have the same key, the last is written.
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
    if (updated > 0)
      for (const listener of listeners) await listener(trx, { area, lotIds });
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

/** Writes the batch in one statement and returns the ids of all its lots. */
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
