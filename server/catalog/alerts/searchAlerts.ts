import { sql, type RawBuilder, type Transaction } from "kysely";
import { savedType } from "../../../domain/listing/savedSearch";
import { japanClock } from "../../../domain/japanTime";
import { findViewer } from "../../identity";
import { findSettled } from "../../platform/changes";
import { inTransaction, type Tables } from "../../platform/database";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import type { Host } from "../../workspace/area";
import { addAlert } from "./alerts";
import { lotAreas } from "../lotKinds";
import type { FoundLots } from "./findMatchingLots";
import { findMatchingRows } from "./findMatchingRows";
import type { SavedSearchRow } from "../savedSearches/savedSearchQueries";
import { viewedList } from "../savedSearches/viewedList";

/** The types of searches of lots. */
const lotTypes: readonly string[] = lotAreas;

/** Daily searches are checked from this time of the day in Japan. */
const firstTime = "07:00:00";

type SearchContext = Pick<
  Host,
  | "database"
  | "clock"
  | "jobs"
  | "schemas"
  | "workspace"
  | "messages"
  | "findLists"
  | "sourceOf"
>;
type Sweep = {
  settled: bigint;
  isDaily: boolean;
  /** The searches to check. */
  due: RawBuilder<boolean>;
};
type Trx = Transaction<Tables>;

/**
 * Makes the job that checks the searches with daily alerts, each once a day by Japan's
 * calendar. The alert, its deliveries and the note that the search was checked are one
 * transaction, so that a killed program neither repeats nor skips an alert.
 */
export const dailySearchJob = (context: SearchContext): Job => ({
  name: "daily-searches",
  everySeconds: 600,
  run: async (signal) => {
    const { day, time } = japanClock(context.clock.now());
    if (time < firstTime) return 0;
    const settled = await findSettled(context.database);
    return checkAll(context, signal, {
      settled,
      isDaily: true,
      due: sql<boolean>`notify = 'daily'
        and (checked_day is null or checked_day < ${day})`,
    });
  },
});

/**
 * Makes the job that checks the searches with alerts at once, as soon as rows of their table
 * have changed since their last check.
 */
export const instantSearchJob = (context: SearchContext): Job => ({
  name: "instant-searches",
  everySeconds: 15,
  run: async (signal) => {
    const settled = await findSettled(context.database);
    let alerts = 0;
    for (const { last, types } of createdTables(context)) {
      const { rows } = await sql<{ latest: string | null }>`
        select (${last})::text as latest`.execute(context.database.kysely);
      const latest = BigInt(rows[0]?.latest ?? 0);
      const upTo = String(latest < settled ? latest : settled);
      alerts += await checkAll(context, signal, {
        settled,
        isDaily: false,
        due: sql<boolean>`notify = 'now' and checked_seq < ${upTo}::bigint
          and type = any(${types}::text[])`,
      });
    }
    return alerts;
  },
});

type CreatedTable = { last: RawBuilder<unknown>; types: string[] };

/** Returns the row schemas whose new rows are known, with the types of searches of their lists. */
function createdTables({
  workspace,
  sourceOf,
}: Pick<SearchContext, "workspace" | "sourceOf">): CreatedTable[] {
  const resources = workspace.resources();
  const tables = new Map<string, CreatedTable>();
  for (const resource of resources) {
    const last = sourceOf(resource.row, resources)?.created?.last;
    if (!last) continue;
    const { types = [] } = tables.get(resource.row) ?? {};
    tables.set(resource.row, { last, types: [...types, savedType(resource)] });
  }
  return [...tables.values()];
}

/** Checks one search after the other and returns the number of alerts. */
const checkAll = (
  context: SearchContext,
  signal: AbortSignal,
  sweep: Sweep,
): Promise<number> =>
  repeatUntilDone(signal, () =>
    inTransaction(context.database, (trx) => checkNext(trx, context, sweep)),
  );

/**
 * Checks a search that is due and that no other server is checking. Returns the number of
 * alerts, or null if none is due.
 */
async function checkNext(
  trx: Trx,
  context: SearchContext,
  sweep: Sweep,
): Promise<number | null> {
  const { due, isDaily } = sweep;
  const search = await trx
    .selectFrom("saved_searches")
    .selectAll()
    .where(due)
    .orderBy(isDaily ? "checked_day" : "checked_seq")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!search) return null;
  const found = await findNewRows(trx, context, { ...sweep, search });
  const { user_id, id, title, type } = search;
  const now = context.clock.now();
  await trx
    .updateTable("saved_searches")
    .set({
      checked_seq: sweep.settled.toString(),
      ...(isDaily ? { checked_day: japanClock(now).day } : {}),
    })
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .execute();
  if (!found) return 0;
  const [lot] = found.lots;
  await trx
    .insertInto("deliveries")
    .values(
      found.lots.map(({ id: lotId }) => ({
        user_id,
        kind: "search" as const,
        subject_id: id,
        lot_id: String(lotId),
        delivered_at: now,
      })),
    )
    .execute();
  await addAlert(
    trx,
    { jobs: context.jobs, now },
    {
      ...found,
      userId: user_id,
      kind: lotTypes.includes(type) ? "new-lots" : "new-rows",
      title,
      listType: type,
      searchId: id,
      ...(found.total === 1 && lot ? { lotId: String(lot.id) } : {}),
      isCollected: !isDaily,
    },
  );
  return 1;
}

/** Returns the rows that are new since the last check of a search, or null. */
async function findNewRows(
  trx: Trx,
  context: SearchContext,
  { settled, search }: Sweep & { search: SavedSearchRow },
): Promise<FoundLots | null> {
  const { user_id, id, type, params, checked_seq } = search;
  const viewer = await findViewer(trx, user_id);
  const list = viewer && viewedList(context, viewer, type);
  if (!viewer || !list) return null;
  const reader = context.findLists(list.row.$id)?.reader;
  if (!reader?.source.created) return null;
  const { created, table, id: key } = reader.source;
  const numbers = { after: checked_seq, upTo: settled.toString() };
  return findMatchingRows(trx, context, {
    ...{ reader, viewer, list, params },
    condition: sql`${created.within(numbers, viewer)}
      and not exists (
        select from deliveries where deliveries.user_id = ${user_id}
          and deliveries.kind = 'search' and deliveries.subject_id = ${id}
          and deliveries.lot_id = ${sql.ref(`${table}.${key}`)})`,
  });
}
