import { sql, type Transaction } from "kysely";
import { japanClock } from "../../../domain/japanTime";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import { readSaved } from "../../../domain/listing/savedSearch";
import { replyFields } from "../../../domain/visible";
import { findViewer } from "../../identity";
import { inTransaction, type Tables } from "../../platform/database";
import type { Job } from "../../platform/jobs";
import { queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import {
  conditionOf,
  narrowingOf,
  readRows,
  type ListingReader,
} from "../../workspace/listing";
import { lotSourceOf } from "../lotSource";
import { settledNow } from "./dailyOption";
import type { SavedSearchRow } from "./savedSearchQueries";
import { viewedList } from "./viewedList";

export const dailyMailKind = "daily-search";
/** Mails are written from this time of the day in Japan. */
const firstTime = "07:00:00";
/** Lots that one mail shows; the others are only counted. */
const mostLots = 20;
const shownFields = [
  "lotNo",
  "auctionDate",
  "auctionName",
  "maker",
  "model",
  "year",
  "grade",
  "mileage",
  "startPrice",
];

/** The data of a mail about a search. Fields hidden from its owner are missing. */
export type DailyMail = {
  searchId: string;
  type: string;
  title: string;
  total: number;
  lots: Record<string, unknown>[];
};

type DailyContext = Pick<
  Context,
  "database" | "clock" | "jobs" | "schemas" | "workspace"
>;

/**
 * Makes the job that looks through the searches with daily mails, each once a
 * day by Japan's calendar, and queues a mail for those with new lots. The mail,
 * the lots that it tells of and the note that the search is done are one
 * transaction, so that a killed program neither repeats nor skips a mail.
 */
export const dailyMailJob = (
  context: DailyContext,
  lots: ListingReader,
): Job => ({
  name: "daily-searches",
  everySeconds: 600,
  run: async (signal) => {
    const { day, time } = japanClock(context.clock.now());
    if (time < firstTime) return 0;
    const settled = await settledNow(context.database);
    for (let mails = 0; ;) {
      if (signal.aborted) return mails;
      const outcome = await inTransaction(context.database, (trx) =>
        handleNext(trx, context, { lots, day, settled }),
      );
      if (outcome === "none") return mails;
      if (outcome === "mailed") mails += 1;
    }
  },
});

type Sweep = { lots: ListingReader; day: string; settled: bigint };

async function handleNext(
  trx: Transaction<Tables>,
  context: DailyContext,
  sweep: Sweep,
): Promise<"none" | "mailed" | "nothing new"> {
  const search = await trx
    .selectFrom("saved_searches")
    .selectAll()
    .where("is_daily", "=", true)
    .where((eb) =>
      eb.or([eb("mailed_day", "is", null), eb("mailed_day", "<", sweep.day)]),
    )
    .orderBy("mailed_day")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!search) return "none";
  const mail = await findNewLots(trx, context, { ...sweep, search });
  const { user_id, id } = search;
  await trx
    .updateTable("saved_searches")
    .set({ mailed_day: sweep.day, mailed_seq: sweep.settled.toString() })
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .execute();
  if (!mail) return "nothing new";
  const now = context.clock.now();
  await trx
    .insertInto("deliveries")
    .values(
      mail.lots.map((lot) => ({
        user_id,
        search_id: id,
        lot_id: String(lot.id),
        delivered_at: now,
      })),
    )
    .execute();
  await queueMail(
    trx,
    { jobs: context.jobs, now },
    { userId: user_id, kind: dailyMailKind, data: mail },
  );
  return "mailed";
}

type Found = { id: string; total: number };

/** Returns the mail about the new lots of a search; null without any. */
async function findNewLots(
  trx: Transaction<Tables>,
  context: DailyContext,
  { lots, settled, search }: Sweep & { search: SavedSearchRow },
): Promise<DailyMail | null> {
  const { user_id, id, type, title, params } = search;
  const viewer = await findViewer(trx, user_id);
  const list = viewer && viewedList(context, viewer, type);
  const source = list && lotSourceOf(list.row.$id);
  if (!source) return null;
  const { resource, row } = list;
  const { state } = readSaved(resource, row, params);
  const declared = context.workspace.resource(resource.name);
  const now = context.clock.now();
  const where = fixedConditions(declared.where, { viewer, now });
  const query = { resource, row, viewer, where, state };
  // A lot's latest change is not older than its creation, and it is indexed.
  const { rows: found } = await sql<Found>`
    select lots.id::text as id, (count(*) over ())::int as total from lots
    where ${conditionOf(narrowingOf(source, query))}
      and lots.seq > ${search.mailed_seq}::bigint
      and lots.created_seq > ${search.mailed_seq}::bigint
      and lots.created_seq <= ${settled.toString()}::bigint
      and not exists (
        select from deliveries where deliveries.user_id = ${user_id}
          and deliveries.search_id = ${id} and deliveries.lot_id = lots.id)
    order by lots.auction_at, lots.id limit ${mostLots}`.execute(trx);
  const [first] = found;
  if (!first) return null;
  const visible = replyFields(resource, row, viewer);
  const rows = await readRows(
    { ...lots, source, database: { kysely: trx } },
    {
      ...query,
      ids: found.map((lot) => lot.id),
      fields: ["id", ...shownFields.filter((name) => visible.includes(name))],
    },
  );
  return { searchId: id, type, title, total: first.total, lots: rows };
}
