import { sql, type Transaction } from "kysely";
import { hasFlag } from "../../../domain/access";
import {
  dueReminder,
  reminderHours,
  type AlertKind,
  type Reminder,
} from "../../../domain/alerts";
import { japanDay } from "../../../domain/japanTime";
import { minutesBeforeAuctionToBid } from "../../../domain/limits";
import {
  finishedStatuses,
  isSold,
  lotStatuses,
} from "../../../domain/lotStatus";
import { momentsOf } from "../../../domain/moments";
import { findViewer } from "../../identity";
import { findSettled } from "../../platform/changes";
import { inTransaction, type Tables } from "../../platform/database";
import type { Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import type { Condition, ListingReader } from "../../workspace/listing";
import { lotAreas, turnovers } from "../lotKinds";
import type { LotPorts } from "../catalog";
import type { LotArea } from "../lotSource";
import { viewedList } from "../savedSearches/viewedList";
import { addAlert } from "./alerts";
import { findMatchingLots } from "./findMatchingLots";

type WatchContext = Pick<
  Context,
  "database" | "clock" | "jobs" | "schemas" | "workspace" | "messages"
> & { ports: Pick<LotPorts, "hasBid"> };
type Trx = Transaction<Tables>;

/** Watched lots that are read at once; each is handled in its own transaction. */
const batch = 2_000;
const minute = 60_000;

type Watched = {
  userId: string;
  lotId: string;
  area: LotArea;
  watchedSince: Date;
  /** Null for results of lots without a known day. */
  auctionAt: Date | null;
  status: number;
  soldPrice: number | null;
  /** The revision of the result, or the sale day, that the alert reports. */
  subject: string;
};

/**
 * Makes the job that alerts people to the lots in their wishlists: before the deadline to
 * bid, and when the result is in. A delivery is written with each alert, so that several
 * servers and a killed program alert only once.
 */
export const watchedLotJob = (
  context: WatchContext,
  lots: ListingReader,
): Job => {
  /** Results up to this change number are handled. A new program checks all again. */
  let handledSeq = 0n;
  return {
    name: "watched-lots",
    everySeconds: 60,
    run: async (signal) => {
      let alerts = 0;
      const { kysely } = context.database;
      const settled = await findSettled({ kysely });
      const now = context.clock.now();
      const handleAll = async (kind: Kind, isDue: Condition) => {
        const found = await findWatched({ kysely }, kind, isDue);
        for (const lot of found) {
          if (signal.aborted) return false;
          const isAlerted = await inTransaction(context.database, (trx) =>
            handleLot(trx, context, { lots, lot, kind }),
          );
          if (isAlerted) alerts += 1;
        }
        return found.length < batch;
      };
      for (const kind of ["day-before", "hour-before"] as const)
        await handleAll(kind, isReminderDue(kind, now));
      if (await handleAll("result", hasNewResult(handledSeq)))
        handledSeq = settled;
      return alerts;
    },
  };
};

type Kind = Reminder | "result";

/** Returns the condition that a reminder of a lot may be due. */
function isReminderDue(kind: Reminder, now: Date): Condition {
  const minutes = reminderHours[kind] * 60 + minutesBeforeAuctionToBid;
  const until = new Date(now.getTime() + minutes * minute);
  // Cars at a fixed price have no deadline. The days of the areas have an index.
  return sql`lots.area in (${sql.join(turnovers.map(({ from }) => from))})
    and favorites.added_at < lots.auction_at
    and lots.auction_day between ${japanDay(now)}::date and ${japanDay(until)}::date
    and lots.auction_at > ${now} and lots.auction_at <= ${until}`;
}

/**
 * The condition that a lot was watched before its result. Where the time of the auction
 * is unknown, the lot must have changed since it was added, up to the end of the day.
 */
const isWatchedBeforeResult = sql<boolean>`(
  favorites.added_at < lots.auction_at
  or lots.seq > favorites.seq and (
    lots.area = 'stock' or lots.auction_at is null
    or (lots.auction_at at time zone 'Asia/Tokyo')::time = '00:00'
      and favorites.added_at < lots.auction_at + interval '1 day'))`;

/** A car at a fixed price that is reserved may become available again. */
const isReserved = sql<boolean>`(lots.area = 'stock'
  and lots.status = ${sql.lit(lotStatuses.soldNegotiated)})`;

/** Returns the condition that a lot has a result and changed, or was added, since then. */
function hasNewResult(after: bigint): Condition {
  const isFinished = sql<boolean>`lots.status in (${sql.join(finishedStatuses)})
    and not ${isReserved} and ${isWatchedBeforeResult}`;
  if (after === 0n) return isFinished;
  return sql`${isFinished} and favorites.id in (
    select id from favorites where seq > ${String(after)}
    union all
    select favorites.id from lots join favorites
      on favorites.lot_area = lots.area and favorites.lot_id = lots.id
    where lots.area in (${sql.join(lotAreas)}) and lots.seq > ${String(after)})`;
}

/**
 * The revision of the result or the sale day that an alert of a kind reports, so that
 * owners hear of each new result and each new day once.
 */
const subjectOf = (kind: Kind) =>
  kind === "result"
    ? sql`lots.result_revision::bigint`
    : sql`to_char(lots.auction_day, 'YYYYMMDD')::bigint`;

/** Reminders of version 0.2 have the subject 0 for every day. */
const isReminder = (kind: Kind) => sql.lit(kind !== "result");

/** Finds watched lots that meet a condition and have no delivery of this kind. */
async function findWatched(
  { kysely }: Pick<Context["database"], "kysely">,
  kind: Kind,
  isDue: Condition,
): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select user_id as "userId", lots.id as "lotId", lots.area,
      min(favorites.added_at) as "watchedSince", lots.auction_at as "auctionAt",
      lots.status, lots.sold_price as "soldPrice",
      ${subjectOf(kind)}::text as subject
    from favorites join lots
      on lots.area = favorites.lot_area and lots.id = favorites.lot_id
    where not favorites.is_removed and ${isDue}
      and not exists (
        select from deliveries where deliveries.user_id = favorites.user_id
          and deliveries.kind = ${kind} and deliveries.lot_id = lots.id
          and (deliveries.subject_id = ${subjectOf(kind)}
            or ${isReminder(kind)} and deliveries.subject_id = 0))
    group by 1, 2, 3, 5, 6, 7, 8
    order by lots.auction_at, lots.id limit ${batch}`.execute(kysely);
  return rows;
}

/**
 * Writes the delivery of a watched lot, and the alert if its owner wishes it and may
 * see the lot. Returns whether an alert was added.
 */
async function handleLot(
  trx: Trx,
  context: WatchContext,
  { lots, lot, kind }: { lots: ListingReader; lot: Watched; kind: Kind },
): Promise<boolean> {
  const now = context.clock.now();
  const { userId, lotId, area, auctionAt } = lot;
  const viewer = await findViewer(trx, userId);
  const bidDeadlineCheck =
    viewer !== null && hasFlag(viewer, "bidDeadlineCheck");
  const deadline =
    momentsOf(auctionAt, { bidDeadlineCheck })?.bidsClose ?? null;
  if (kind !== "result") {
    if (!deadline) return false;
    const dueAt = deadline.getTime() - reminderHours[kind] * 60 * minute;
    if (now.getTime() < dueAt) return false;
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("deliveries")
    .values({
      user_id: userId,
      kind,
      subject_id: lot.subject,
      lot_id: lotId,
      delivered_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (!viewer || numInsertedOrUpdatedRows === 0n) return false;
  const { watchedSince } = lot;
  const isMissed =
    kind !== "result" &&
    deadline !== null &&
    dueReminder({ deadline, watchedSince, now }) !== kind;
  if (isMissed || !(await isWished(trx, context, { lot, kind }))) return false;
  const list = viewedList(context, viewer, area);
  const condition = sql<boolean>`lots.id = ${lotId}::bigint`;
  const found =
    list &&
    (await findMatchingLots(trx, context, {
      reader: lots,
      viewer,
      list,
      condition,
    }));
  if (!found) return false;
  const alert = alertKind(lot, kind);
  const [{ maker, model, year } = {}] = found.lots;
  await addAlert(
    trx,
    { jobs: context.jobs, now },
    {
      ...found,
      userId,
      kind: alert,
      title: [maker, model, year].filter(Boolean).join(" "),
      listType: area,
      lotId,
      auctionAt,
      price: alert === "sold" ? lot.soldPrice : null,
    },
  );
  return true;
}

const alertKind = ({ status }: Watched, kind: Kind): AlertKind => {
  if (kind !== "result") return kind;
  return isSold(status) ? "sold" : "unsold";
};

/**
 * Returns whether the owner wishes alerts of this kind. Owners who have bid get one
 * reminder at most.
 */
async function isWished(
  trx: Trx,
  { ports }: WatchContext,
  { lot: { userId, lotId }, kind }: { lot: Watched; kind: Kind },
): Promise<boolean> {
  const wishes = await trx
    .selectFrom("users")
    .select(["alert_day_before", "alert_hour_before", "alert_results"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (kind === "result") return wishes.alert_results;
  if (kind === "day-before") return wishes.alert_day_before;
  if (!wishes.alert_hour_before) return false;
  const before = await trx
    .selectFrom("alerts")
    .select("id")
    .where("user_id", "=", userId)
    .where("lot_id", "=", lotId)
    .where("kind", "=", "day-before")
    .limit(1)
    .executeTakeFirst();
  return before === undefined || !(await ports.hasBid(trx, { userId, lotId }));
}
