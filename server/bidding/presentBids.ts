import { sql } from "kysely";
import { activeBidStatuses, bidStatuses } from "../../domain/bidStatus";
import type { LotMarks } from "../catalog";
import { dailyLimitsOf } from "../payments";
import { prepared } from "../platform/database/prepared";
import type { Reader } from "../platform/database/tables";
import { failure } from "../platform/errors";

export type BidUse = {
  /** Number of bids placed on the day in Japan, without cancelled bids. */
  bidsToday: number;
  ussBidsToday: number;
};

/** Returns the client's use of the daily limits; `day` is in Japan. */
export async function countBidUse(
  db: Reader,
  userId: string,
  day: string,
): Promise<BidUse> {
  const use = await bidUse(db, userId, day).executeTakeFirstOrThrow();
  return { bidsToday: Number(use.today), ussBidsToday: Number(use.uss) };
}

const bidUse = (db: Reader, userId: string, day: string) =>
  db
    .selectFrom("bids")
    .select([
      sql<string>`count(*)`.as("today"),
      sql<string>`count(*) filter (where is_uss)`.as("uss"),
    ])
    .where("user_id", "=", userId)
    .where("placed_day", "=", day)
    .where("bid_status", "<>", bidStatuses.cancel);

/** Whether a bid is on the present offering of its lot. */
const ofPresentOffering = sql<boolean>`bids.offering = (
  select lots.offering from lots
  where lots.area = bids.lot_area and lots.id = bids.lot_id)`;

/**
 * Finds the client's active bid on an offering of a lot, by default the present one. A
 * unique index allows only one.
 */
export const findActiveBid = (
  db: Reader,
  userId: string,
  lotId: string,
  offering?: number,
) =>
  db
    .selectFrom("bids")
    .select(["id", "amount", "bid_status", "placed_at", "version"])
    .where("user_id", "=", userId)
    .where("lot_id", "=", lotId)
    .where("bid_status", "in", activeBidStatuses)
    .where(
      offering === undefined
        ? ofPresentOffering
        : sql<boolean>`bids.offering = ${offering}`,
    )
    .executeTakeFirst();

/** Returns the error for a second active bid of a client on a lot. */
export const bidExists = ({ id, amount }: { id: string; amount: number }) =>
  failure("bid_exists", { current: { bidId: id, bidAmount: amount } });

/** Finds the bid that has won an offering of a lot. A unique index allows only one. */
export const findWinner = (
  db: Reader,
  { lot_id, offering }: { lot_id: string; offering: number },
) =>
  db
    .selectFrom("bids")
    .select(["id", "user_id", "version"])
    .where("lot_id", "=", lot_id)
    .where("offering", "=", offering)
    .where("bid_status", "=", bidStatuses.win)
    .executeTakeFirst();

/** Counts the other clients with an active bid on the present offering of a lot. */
export async function countOtherBids(
  db: Reader,
  userId: string,
  lotId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom("bids")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("lot_id", "=", lotId)
    .where("user_id", "<>", userId)
    .where("bid_status", "in", activeBidStatuses)
    .where(ofPresentOffering)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The client's latest bid on the present offering of each lot, without cancelled bids. */
const latestBids = (db: Reader, userId: string) =>
  db
    .selectFrom("bids")
    .distinctOn("lot_id")
    .select(["id", "lot_id", "amount", "bid_status", "placed_at"])
    .select(["adjustment_price", "bid_group_id", "export_type_id", "version"])
    .where("user_id", "=", userId)
    .where("bid_status", "<>", bidStatuses.cancel)
    .where(ofPresentOffering)
    .orderBy("lot_id")
    .orderBy("id", "desc");

/** Finds the client's latest bid on each of the lots, without cancelled bids. */
export const findBidsOnLots = (
  db: Reader,
  userId: string,
  lotIds: readonly string[],
) =>
  latestBids(db, userId)
    .where("lot_id", "in", [...lotIds])
    .execute();

/**
 * Finds the client's daily limits, their use on a day, the marks of a lot, and the latest
 * bid on it that is not cancelled; its columns are null without one.
 */
export const findBidInfo = (
  db: Reader,
  {
    userId,
    lotId,
    day,
    marks,
  }: { userId: string; lotId: string; day: string; marks: LotMarks },
) =>
  db
    .selectFrom(bidUse(db, userId, day).as("use"))
    .leftJoin(
      latestBids(db, userId).where("lot_id", "=", lotId).as("bid"),
      (join) => join.onTrue(),
    )
    .modifyFront(prepared)
    .selectAll()
    .select(dailyLimitsOf(userId))
    .select(marks)
    .executeTakeFirstOrThrow();

/** Finds at most `most` of the client's latest bids, one for each lot. */
export const findOwnBids = (db: Reader, userId: string, most: number) =>
  latestBids(db, userId).limit(most).execute();
