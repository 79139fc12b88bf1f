import {
  sql,
  type Insertable,
  type InsertObject,
  type Kysely,
  type Transaction,
} from "kysely";
import { activeBidStatuses, bidStatuses } from "../../domain/bidStatus";
import type { BidLogTable, Tables } from "../platform/database/tables";
import type { Condition } from "../workspace/listing";

type Reader = Pick<Kysely<Tables>, "selectFrom">;

export type BidUse = {
  /** Sum of active bids, in yen. */
  activeBids: number;
  /** Bids placed on that day in Japan, but for those called back. */
  bidsToday: number;
  ussBidsToday: number;
};

/** What a client's limits are counted from; `day` is a day in Japan. */
export async function countBidUse(
  db: Reader,
  userId: string,
  day: string,
): Promise<BidUse> {
  const isActive = sql<boolean>`bid_status in (${sql.join(activeBidStatuses)})`;
  const isOfToday = sql<boolean>`placed_day = ${day} and bid_status <> ${bidStatuses.cancel}`;
  const row = await db
    .selectFrom("bids")
    .select([
      sql<string>`coalesce(sum(amount) filter (where ${isActive}), 0)`.as(
        "active",
      ),
      sql<string>`count(*) filter (where ${isOfToday})`.as("today"),
      sql<string>`count(*) filter (where ${isOfToday} and is_uss)`.as("uss"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    activeBids: Number(row.active),
    bidsToday: Number(row.today),
    ussBidsToday: Number(row.uss),
  };
}

/** The client's active bid on a lot, of which there is at most one. */
export const findActiveBid = (db: Reader, userId: string, lotId: string) =>
  db
    .selectFrom("bids")
    .select(["id", "amount", "bid_status", "placed_at", "version"])
    .where("user_id", "=", userId)
    .where("lot_id", "=", lotId)
    .where("bid_status", "in", activeBidStatuses)
    .executeTakeFirst();

/** The client's latest bid on each of the lots, but for those called back. */
export const findBidsOnLots = (
  db: Reader,
  userId: string,
  lotIds: readonly string[],
) =>
  db
    .selectFrom("bids")
    .distinctOn("lot_id")
    .select(["id", "lot_id", "amount", "bid_status", "placed_at"])
    .select(["adjustment_price"])
    .where("user_id", "=", userId)
    .where("lot_id", "in", [...lotIds])
    .where("bid_status", "<>", bidStatuses.cancel)
    .orderBy("lot_id")
    .orderBy("id", "desc")
    .execute();

export const insertBid = (
  trx: Transaction<Tables>,
  bid: InsertObject<Tables, "bids">,
) =>
  trx.insertInto("bids").values(bid).returning("id").executeTakeFirstOrThrow();

export const insertLogEntries = (
  trx: Transaction<Tables>,
  entries: readonly Insertable<BidLogTable>[],
) => trx.insertInto("bid_log").values(entries).execute();

export async function hasBidGroup(db: Reader, id: number): Promise<boolean> {
  const known = await db
    .selectFrom("bid_groups")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return known !== undefined;
}

/** The number of bids among those of the scope that wait for a manager. */
export async function countNewBids(
  db: Reader,
  scope: Condition,
): Promise<number> {
  const row = await db
    .selectFrom("bids")
    .select(sql<string>`count(*)`.as("count"))
    .where("bid_status", "=", bidStatuses.new)
    .where(scope)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Bids by change number, with whose they are, `most` at the most. */
export const findChangedBids = (
  db: Reader,
  { after, upTo, most }: { after: bigint; upTo: bigint; most: number },
) =>
  db
    .selectFrom("bids")
    .innerJoin("users", "users.id", "bids.user_id")
    .select(["bids.id", "bids.lot_id", "bids.user_id", "users.dealer_id"])
    .where("bids.seq", ">", String(after))
    .where("bids.seq", "<=", String(upTo))
    .orderBy("bids.seq")
    .limit(most)
    .execute();
