import { sql, type Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";
import { announceChange } from "../platform/changes";
import {
  lotRecords,
  recordColumns,
  type LotRecord,
  type NeutralLot,
} from "./lotRecords";
import { placesOf } from "./lotKinds";
import type { KnownTerms } from "./dictionaries";
import { lockLots } from "./lotQueries";
import type { LotPorts } from "./catalog";
import type { LotArea } from "./lotSource";

type Written = { inserted: number; updated: number; unchanged: number };

/**
 * Inserts or updates lots and returns the counts. A lot is identified by kind,
 * source and source id: a lot that another area of the kind holds is updated
 * there. An updated lot keeps its id and gets a new change number; a lot with an
 * unchanged hash is skipped. When two of `lots` have the same key, the last is
 * written. The caller holds the kind's lock, and may pass the same `knownTerms`
 * with each batch, so that terms are looked up once.
 */
export async function writeLots(
  trx: Transaction<Tables>,
  area: LotArea,
  lots: readonly NeutralLot[],
  ports?: Pick<LotPorts, "lotsChanged">,
  knownTerms?: KnownTerms,
): Promise<Written> {
  const latest = [...new Map(lots.map((lot) => [keyOf(lot), lot])).values()];
  const existing = await findExisting(trx, area, latest);
  const changed = latest.filter(
    (lot) => existing.get(keyOf(lot))?.rowHash !== lot.rowHash,
  );
  const updatedIds = changed.flatMap(
    (lot) => existing.get(keyOf(lot))?.id ?? [],
  );
  const updated = updatedIds.length;
  if (changed.length > 0) {
    const records = await lotRecords(trx, changed, knownTerms);
    if (updated > 0) await lockLots(trx, updatedIds);
    // Followers wait from here to the commit; terms have no change numbers.
    await announceChange(trx, "lots");
    const places = changed.map((lot) => existing.get(keyOf(lot))?.area ?? area);
    for (const place of placesOf(area)) {
      const here = records.filter((_, index) => places[index] === place);
      if (here.length === 0) continue;
      const lotIds = await upsert(trx, place, here);
      if (updated > 0) await ports?.lotsChanged(trx, { area: place, lotIds });
    }
  }
  return {
    inserted: changed.length - updated,
    updated,
    unchanged: latest.length - changed.length,
  };
}

const keyOf = (lot: Pick<NeutralLot, "source" | "sourceId">) =>
  `${lot.source}\u0000${lot.sourceId}`;

type Existing = { id: string; area: LotArea; rowHash: string };

/** Finds where the lots are and their hashes, in all areas of the kind. */
async function findExisting(
  trx: Transaction<Tables>,
  area: LotArea,
  lots: readonly NeutralLot[],
): Promise<Map<string, Existing>> {
  const sources = lots.map(({ source }) => source);
  const sourceIds = lots.map(({ sourceId }) => sourceId);
  const rows = await trx
    .selectFrom("lots")
    .select(["id", "area", "source", "source_id as sourceId"])
    .select("row_hash as rowHash")
    .where("area", "in", placesOf(area))
    .where(
      sql<boolean>`(source, source_id) in (
        select * from unnest(${sources}::text[], ${sourceIds}::text[]))`,
    )
    .$narrowType<{ area: LotArea }>()
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
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
