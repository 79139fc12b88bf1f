import { sql, type Transaction } from "kysely";
import { isOfEarlierOffering } from "../../domain/lotResult";
import { isFinished } from "../../domain/lotStatus";
import type { Tables } from "../platform/database/tables";
import { announceChange } from "../platform/changes";
import {
  lotRecords,
  recordColumns,
  saleDayOf,
  type LotRecord,
  type NeutralLot,
} from "./lotRecords";
import { placesOf, turnovers } from "./lotKinds";
import type { KnownTerms } from "./dictionaries";
import { lockLots } from "./lotQueries";
import type { LotPorts } from "./catalog";
import type { LotArea } from "./lotSource";
import { moveTo } from "./moveLots";
import { keepLateResults } from "./lateResults";
import { keepResults, withResult, type StoredLot } from "./lotResults";

type Written = { inserted: number; updated: number; unchanged: number };

type Options = {
  ports?: Pick<LotPorts, "lotsChanged" | "lotsMoved">;
  /** Terms that were looked up before, so that each is looked up once. */
  knownTerms?: KnownTerms;
  /** The time at which results became known. */
  now?: Date;
};

/**
 * Inserts or updates lots and returns the counts. A lot is identified by kind, source and
 * source id: a lot that another area of the kind holds is updated there, and comes back to
 * `area` when it is postponed or offered again. An updated lot keeps its id and gets a new
 * change number; a lot with an unchanged hash is skipped. A result stays until the source
 * says something new of it (`nextResult`). A row about an earlier offering can only change
 * the result of that offering (`keepLateResults`). Rows with the same key are written in their
 * order, because the first can have a result that the last does not repeat. The caller holds
 * the kind's lock.
 */
export async function writeLots(
  trx: Transaction<Tables>,
  area: LotArea,
  lots: readonly NeutralLot[],
  options: Options = {},
): Promise<Written> {
  const written = { inserted: 0, updated: 0, unchanged: 0 };
  for (const distinct of withoutDoubles(lots)) {
    const more = await writeDistinctLots(trx, area, distinct, options);
    written.inserted += more.inserted;
    written.updated += more.updated;
    written.unchanged += more.unchanged;
  }
  return written;
}

/** Returns lists of rows with different keys; rows with one key keep their order. */
function withoutDoubles(lots: readonly NeutralLot[]): NeutralLot[][] {
  const seen = new Map<string, number>();
  const lists: NeutralLot[][] = [];
  for (const lot of lots) {
    const place = seen.get(keyOf(lot)) ?? 0;
    seen.set(keyOf(lot), place + 1);
    (lists[place] ??= []).push(lot);
  }
  return lists;
}

async function writeDistinctLots(
  trx: Transaction<Tables>,
  area: LotArea,
  lots: readonly NeutralLot[],
  { ports, knownTerms, now = new Date() }: Options,
): Promise<Written> {
  const existing = await findExisting(trx, area, lots);
  const different = lots.filter(
    (row) => existing.get(keyOf(row))?.rowHash !== row.rowHash,
  );
  const isLate = (row: NeutralLot) =>
    isOfEarlierOffering(
      saleDayOf(row),
      existing.get(keyOf(row))?.earlierDay ?? null,
    );
  const changed = different.filter((row) => !isLate(row));
  const lateRows = different.flatMap((row) => {
    const lot = existing.get(keyOf(row));
    return lot && isLate(row) ? [{ lot, row }] : [];
  });
  const updatedIds = changed.flatMap(
    (lot) => existing.get(keyOf(lot))?.id ?? [],
  );
  const updated = updatedIds.length;
  const lockedIds = [...updatedIds, ...lateRows.map(({ lot }) => lot.id)];
  let late = 0;
  if (different.length > 0) {
    const plain = await lotRecords(trx, changed, knownTerms);
    if (lockedIds.length > 0) await lockLots(trx, lockedIds);
    // Followers wait from here to the commit; terms have no change numbers.
    await announceChange(trx, "lots");
    const lateResults = await keepLateResults(trx, lateRows, now);
    late = lateResults.length;
    if (late > 0)
      await ports?.lotsChanged(trx, { area, lotIds: [], lateResults });
    const changes = changed.map((row, index): Change => {
      const { word = null } = row;
      const lot = existing.get(keyOf(row));
      return { lot, ...withResult(plain[index] ?? {}, { lot, word, now }) };
    });
    await keepResults(trx, changes, now);
    const places = await moveBack(trx, { area, changes, ports, now });
    for (const place of placesOf(area)) {
      const here = changes.filter((_, index) => places[index] === place);
      if (here.length === 0) continue;
      const records = here.map(({ record }) => record);
      const lotIds = await upsert(trx, place, records);
      const offeredAgain = here.flatMap(({ lot, isNewOffering }) =>
        lot && isNewOffering ? [lot.id] : [],
      );
      const postponed = here.flatMap((change) =>
        isPostponed(change) ? change.lot.id : [],
      );
      if (updated > 0)
        await ports?.lotsChanged(trx, {
          area: place,
          lotIds,
          ...(offeredAgain.length > 0 && { offeredAgain }),
          ...(postponed.length > 0 && {
            postponed: { lotIds: postponed, now },
          }),
        });
    }
  }
  return {
    inserted: changed.length - updated,
    updated: updated + late,
    unchanged: lots.length - changed.length - late,
  };
}

const keyOf = (lot: { source: string; sourceId: string }) =>
  `${lot.source}\u0000${lot.sourceId}`;

const earlierDay = sql<string | null>`case
  when offering > 1 then (
    select sale_day from lot_results
    where lot_results.lot_id = lots.id and lot_results.offering < lots.offering
    order by offering desc, revision desc limit 1)
  end`;

/** Finds where the lots are, with their hashes and results, in all areas of the kind. */
async function findExisting(
  trx: Transaction<Tables>,
  area: LotArea,
  lots: readonly NeutralLot[],
): Promise<Map<string, StoredLot>> {
  const sources = lots.map(({ source }) => source);
  const sourceIds = lots.map(({ sourceId }) => sourceId);
  const rows = await trx
    .selectFrom("lots")
    .select(["id", "area", "source", "source_id as sourceId"])
    .select(["row_hash as rowHash", "status", "sold_price as price"])
    .select(["auction_day as day", "offering", "result_at as resultAt"])
    .select("auction_at as auctionAt")
    .select(["result_revision as revision", "imported_at as importedAt"])
    .select(sql<string | null>`extra->>'winningBid'`.as("winner"))
    .select(earlierDay.as("earlierDay"))
    .where("area", "in", placesOf(area))
    .where(
      sql<boolean>`(source, source_id) in (
        select * from unnest(${sources}::text[], ${sourceIds}::text[]))`,
    )
    .$narrowType<{ area: LotArea }>()
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
}

type Change = ReturnType<typeof withResult> & { lot: StoredLot | undefined };

/**
 * Returns whether a lot without a result gets a later sale day. A car at a fixed price has
 * no sale day.
 */
const isPostponed = (change: Change): change is Change & { lot: StoredLot } => {
  const { lot, record } = change;
  if (!lot?.day || lot.area === "stock") return false;
  const { auction_day: day, status } = record;
  if (change.isNewOffering || isFinished(Number(status))) return false;
  return typeof day === "string" && day > lot.day;
};

/**
 * Moves the lots that are postponed or offered again from the past lots to `area`. Returns
 * for each change the area in which its lot is then.
 */
async function moveBack(
  trx: Transaction<Tables>,
  {
    area,
    changes,
    ports,
    now,
  }: {
    area: LotArea;
    changes: readonly Change[];
    ports: Options["ports"];
    now: Date;
  },
): Promise<LotArea[]> {
  const [past] = turnovers.filter(({ from }) => from === area);
  const back = changes.flatMap((change) => {
    const { lot, isNewOffering } = change;
    const isComing = isNewOffering || isPostponed(change);
    return lot && isComing && lot.area === past?.to ? [lot.id] : [];
  });
  if (past && back.length > 0)
    await moveTo(trx, { from: past.to, to: area, ids: back, ports, now });
  const moved = new Set(back);
  return changes.map(({ lot }) =>
    lot && !moved.has(lot.id) ? lot.area : area,
  );
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
