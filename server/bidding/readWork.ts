import { sql } from "kysely";
import { activeBidStatuses, bidStatuses } from "../../domain/bidStatus";
import {
  addDays,
  japanDay,
  startOfJapanDay,
  toJapanIso,
} from "../../domain/japanTime";
import { lastHourMinutes } from "../../domain/limits";
import { momentsOf } from "../../domain/moments";
import type { BidWorkReply } from "../../generated/schemas";
import type { Context } from "../workspace/context";

const mostGroups = 1_000;

const ofStatus = (status: number) =>
  sql<number>`(count(*) filter (where bid_status = ${status}))::int`;

const minutesAfter = (moment: Date, minutes: number): Date =>
  new Date(moment.getTime() + minutes * 60_000);

/**
 * Returns the active bids of today's auctions in Japan by auction house, the number of
 * bids that wait for a decision, and the number of orders at a fixed price that wait for a
 * confirmation. These cars have no auction. The time
 * of a house is its first auction with a new bid, else the first auction before its last
 * call, else the first one.
 */
export async function readWork({
  database: { kysely },
  clock,
}: Pick<Context, "database" | "clock">): Promise<BidWorkReply> {
  const now = clock.now();
  const day = japanDay(now);
  const isOpen = sql`bids.auction_at > ${minutesAfter(now, lastHourMinutes)}`;
  const isNew = sql`bid_status = ${bidStatuses.new}`;
  const startsAt = sql<Date | null>`coalesce(
    min(bids.auction_at) filter (where ${isNew}),
    min(bids.auction_at) filter (where ${isOpen}),
    min(bids.auction_at))`;
  const groups = await kysely
    .selectFrom("bids")
    .leftJoin("terms", (join) =>
      join
        .on("terms.kind", "=", "house")
        .onRef("terms.id", "=", "bids.house_id"),
    )
    .select(["bids.house_id", "terms.name"])
    .select(startsAt.as("starts_at"))
    .select([
      ofStatus(bidStatuses.new).as("new_bids"),
      ofStatus(bidStatuses.bid).as("bids"),
    ])
    .where("bids.bid_status", "in", activeBidStatuses)
    .where("bids.lot_area", "<>", "stock")
    .where("bids.auction_at", ">=", startOfJapanDay(day))
    .where("bids.auction_at", "<", startOfJapanDay(addDays(day, 1)))
    .groupBy(["bids.house_id", "terms.name"])
    .orderBy("starts_at")
    .orderBy("terms.name")
    .limit(mostGroups)
    .execute();
  const { undecided, orders } = await kysely
    .selectFrom("bids")
    .select([
      sql<number>`(count(*) filter (where needs_decision))::int`.as(
        "undecided",
      ),
      sql<number>`(count(*) filter (where lot_area = 'stock'
        and ${isNew}))::int`.as("orders"),
    ])
    .where(sql<boolean>`(needs_decision or (lot_area = 'stock' and ${isNew}))`)
    .executeTakeFirstOrThrow();
  return {
    success: true,
    day,
    groups: groups.flatMap((group) => {
      const { starts_at: startsAt } = group;
      const moments = momentsOf(startsAt);
      if (!moments) return [];
      return [
        {
          auctionId: group.house_id,
          auctionName: group.name,
          startsAt: toJapanIso(moments.auction),
          lastCall: toJapanIso(moments.lastCall),
          bidsClose: toJapanIso(moments.bidsClose),
          newBids: group.new_bids,
          bids: group.bids,
        },
      ];
    }),
    undecided,
    orders,
  };
}
