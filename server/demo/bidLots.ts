import { sql, type Transaction } from "kysely";
import { lotStatuses } from "../../domain/lotStatus";
import type { Tables } from "../platform/database";
import type { BidLot, BidPart } from "./bidPlan";

/** Yen: modest lots, so that a demo client has credit left for new bids. */
const highestStartPrice = 180_000;
const most = 600;
const threeHours = 3 * 3_600_000;

/** Lots for demo bids, in an order mixed but the same for the same feed. */
export async function findBidLots(
  trx: Transaction<Tables>,
  part: BidPart,
  now: Date,
): Promise<BidLot[]> {
  const isComing = part === "coming";
  const states = isComing
    ? [lotStatuses.upcoming]
    : [lotStatuses.sold, lotStatuses.notSold];
  const end = isComing ? new Date(now.getTime() + threeHours) : now;
  const rows = await trx
    .selectFrom("lots")
    .select(["id", "start_price", "sold_price"])
    .where("area", "=", "auction")
    .where("status", "in", states)
    .where("auction_at", isComing ? ">" : "<", end)
    .where("start_price", ">", 0)
    .where("start_price", "<=", highestStartPrice)
    .orderBy(sql`md5(source_id)`)
    .limit(most)
    .execute();
  return rows.map(({ id, start_price, sold_price }) => ({
    id,
    startPrice: start_price ?? 0,
    soldPrice: sold_price,
  }));
}
