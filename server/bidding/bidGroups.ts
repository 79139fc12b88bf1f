import { sql, type Transaction } from "kysely";
import {
  countGroup,
  type BidGroup,
  type GroupBid,
} from "../../domain/bidGroups";
import { activeBidStatuses, bidStatuses } from "../../domain/bidStatus";
import type { HeldBid } from "../../domain/groupHold";
import type { BidGroupReply } from "../../generated/schemas";
import type { Reader, Tables } from "../platform/database/tables";
import { fieldFailure } from "../platform/errors";

const count = (statuses: readonly number[]) =>
  sql<string>`count(*) filter (where bid_status in (${sql.join(statuses)}))`;

/** Returns the bid groups with the user's bids in the latest round of each. */
const latestRounds = (db: Reader, userId: string) =>
  db
    .selectFrom("bid_groups")
    .leftJoinLateral(
      (bids) =>
        bids
          .selectFrom("bids")
          .select("group_round as round")
          .select(count(activeBidStatuses).as("active"))
          .select(count([bidStatuses.win]).as("won"))
          .where("user_id", "=", userId)
          .whereRef("bid_group_id", "=", "bid_groups.id")
          .groupBy("group_round")
          .orderBy("group_round", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select(["id", "label", "cars", "round"])
    .select(({ fn }) => [
      fn.coalesce("active", sql.lit("0")).as("active"),
      fn.coalesce("won", sql.lit("0")).as("won"),
    ]);

const countRow = (row: { cars: number; won: string; active: string }) =>
  countGroup({
    cars: row.cars,
    won: Number(row.won),
    active: Number(row.active),
  });

/**
 * Lists the bid groups, each with the number of cars to buy from it, and how
 * many of them the user has bought and may still buy.
 */
export async function listBidGroups(
  db: Reader,
  userId: string,
): Promise<BidGroupReply["options"]> {
  const groups = await latestRounds(db, userId).orderBy("id").execute();
  return groups.map((group) => ({
    value: group.id,
    label: group.label,
    cars: group.cars,
    ...countRow(group),
  }));
}

/**
 * Returns the columns of a bid that joins a group: the round of the client's
 * active bids in the group, or a new round. The caller holds the account's lock.
 *
 * @throws invalid_choice and group_full, both beside `bidGroup`.
 */
export async function joinGroup(
  trx: Transaction<Tables>,
  userId: string,
  groupId: number | null,
): Promise<{ group_round: number | null; group_rank: null }> {
  if (groupId === null) return { group_round: null, group_rank: null };
  const group = await latestRounds(trx, userId)
    .where("id", "=", groupId)
    .executeTakeFirst();
  if (!group) throw fieldFailure("bidGroup", "invalid_choice");
  if (countRow(group).left === 0) throw fieldFailure("bidGroup", "group_full");
  const round = group.round ?? 0;
  const isOpen = Number(group.active) > 0;
  return { group_round: isOpen ? round : round + 1, group_rank: null };
}

/** Returns the query of the user's active bids in a group, by id. */
export const activeGroupBids = (db: Reader, userId: string, groupId: number) =>
  db
    .selectFrom("bids")
    .select(["id", "lot_area", "lot_id", "amount", "bid_status as status"])
    .select(["group_rank as rank", "auction_at as auctionAt"])
    .select("placed_at as placedAt")
    .where("user_id", "=", userId)
    .where("bid_group_id", "=", groupId)
    .where("bid_status", "in", activeBidStatuses)
    .orderBy("id");

/** Returns the bids that count in the round of a bid's group; null without one. */
export async function findGroup(
  db: Reader,
  bid: {
    user_id: string;
    bid_group_id: number | null;
    group_round: number | null;
  },
): Promise<(BidGroup & { bids: (GroupBid & HeldBid)[] }) | null> {
  if (bid.bid_group_id === null) return null;
  const { cars } = await db
    .selectFrom("bid_groups")
    .select("cars")
    .where("id", "=", bid.bid_group_id)
    .executeTakeFirstOrThrow();
  const bids = await db
    .selectFrom("bids")
    .select(["id", "bid_status as status", "group_rank as rank"])
    .select(["auction_at as auctionAt", "placed_at as placedAt"])
    .select(["lot_status as lotStatus", "amount", "won_price as wonPrice"])
    .select("manager_sold_price as managerSoldPrice")
    .where("user_id", "=", bid.user_id)
    .where("bid_group_id", "=", bid.bid_group_id)
    .where("group_round", "=", bid.group_round)
    .where("bid_status", "in", [...activeBidStatuses, bidStatuses.win])
    .execute();
  return { cars, bids };
}
