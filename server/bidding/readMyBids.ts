import type { Viewer } from "../../domain/access";
import type { Database } from "../platform/database";
import { findBidsOnLots } from "./bidQueries";

/** What a row of a listing says of the viewer's own bid; the amount in yen. */
export type MyBid = { myBid: string; myBidAmount: number };

/**
 * The viewer's own latest bid on each of the lots, by lot id; one that was
 * called back does not count. Never another client's, whoever asks.
 */
export async function readMyBids(
  { kysely }: Pick<Database, "kysely">,
  viewer: Viewer,
  lotIds: readonly string[],
): Promise<Map<string, MyBid>> {
  if (lotIds.length === 0) return new Map();
  const bids = await findBidsOnLots(kysely, viewer.userId, lotIds);
  return new Map(
    bids.map((bid) => [bid.lot_id, { myBid: bid.id, myBidAmount: bid.amount }]),
  );
}
