import { sql } from "kysely";
import { activeBidStatuses, bidStatuses } from "../../../domain/bidStatus";
import { finishedStatuses, lotStatuses } from "../../../domain/lotStatus";
import { overdueBefore, type BidToSettle } from "../../../domain/settlement";
import type { Reader } from "../../platform/database";

/** The time of a settlement, and the client whose bids it settles if not all. */
export type Sweep = { now: Date; userId?: string | undefined };

/** A bid to settle, with the columns that lead to its group. */
export type OpenBid = BidToSettle & {
  /** Whether the bids of its group decide about it now. */
  needsGroup: boolean;
  user_id: string;
  bid_group_id: number | null;
  group_round: number | null;
  needsDecision: boolean;
};

/** Whether all cars of a bid's group are bought. */
const isGroupFull = sql<boolean>`(bid_group_id is not null and exists (
  select from bids as won, bid_groups
  where bid_groups.id = bids.bid_group_id and bid_groups.cars > 0
    and won.user_id = bids.user_id
    and won.bid_group_id = bids.bid_group_id
    and won.group_round = bids.group_round
    and won.bid_status = ${bidStatuses.win}
  group by bid_groups.cars having count(*) >= bid_groups.cars))`;

const openBids = (db: Reader) =>
  db
    .selectFrom("bids")
    .select(["id", "user_id", "bid_group_id", "group_round"])
    .select(["amount", "bid_status as status", "lot_status as lotStatus"])
    .select(["auction_at as auctionAt", "placed_at as placedAt"])
    .select(["group_rank as rank", "needs_decision as needsDecision"])
    .select("sold_price as soldPrice")
    .select("released_from as releasedFrom")
    .select(sql<boolean>`manager_sold_price is not null`.as("hasRecordedPrice"))
    .select(sql<string | null>`extra->>'winningBid'`.as("winningBid"))
    .select(
      sql<boolean>`released_from is not null or ${isGroupFull}`.as(
        "needsGroup",
      ),
    );

/** Returns a bid with the result of its lot. */
export const findOpenBid = (
  db: Reader,
  { user_id, id }: { user_id: string; id: string },
): Promise<OpenBid> =>
  openBids(db)
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/**
 * Returns the active bids that may have to be settled, in the order in which the
 * cars of a group are bought: bids on lots with a result, bids that became
 * overdue or are no longer overdue, and bids of groups whose cars are all bought.
 */
export function findOpenBids(
  db: Reader,
  { now, userId }: Sweep,
): Promise<OpenBid[]> {
  const isOverdue = sql`coalesce(auction_at < ${overdueBefore(now)}, false)`;
  return openBids(db)
    .where("bid_status", "in", activeBidStatuses)
    .where(
      sql<boolean>`(lot_status in (${sql.join(finishedStatuses)})
        or needs_decision <> ${isOverdue} or ${isGroupFull})`,
    )
    .$if(userId !== undefined, (query) =>
      query.where("user_id", "=", userId ?? null),
    )
    .orderBy(sql`auction_at nulls last, group_rank nulls last, placed_at, id`)
    .execute();
}

/**
 * Returns the bids that their group has released although it is no longer full, in
 * the order in which its cars are bought, if their auctions are still to come.
 */
export function findReleasedBids(
  db: Reader,
  { now, userId }: Sweep,
): Promise<OpenBid[]> {
  return openBids(db)
    .where("released_from", "is not", null)
    .where("bid_status", "=", bidStatuses.finished)
    .where("lot_status", "=", lotStatuses.upcoming)
    .where(sql<boolean>`coalesce(auction_at > ${now}, true)`)
    .where(sql<boolean>`not ${isGroupFull}`)
    .$if(userId !== undefined, (query) =>
      query.where("user_id", "=", userId ?? null),
    )
    .orderBy(sql`auction_at nulls last, group_rank nulls last, placed_at, id`)
    .execute();
}
