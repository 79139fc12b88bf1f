import type { Viewer } from "../../domain/access";
import type { Database } from "../platform/database";
import { findBidsOnLots } from "./bidQueries";

/**
 * The viewer's own latest bid on each of the lots, by lot id, in yen; one that
 * was called back does not count. Never another client's, whoever asks.
 */
export async function readMyBids(
  { kysely }: Pick<Database, "kysely">,
  viewer: Viewer,
  lotIds: readonly string[],
): Promise<Map<string, { bidId: string; amount: number }>> {
  if (lotIds.length === 0) return new Map();
  const bids = await findBidsOnLots(kysely, viewer.userId, lotIds);
  return new Map(
    bids.map(({ lot_id, id, amount }) => [lot_id, { bidId: id, amount }]),
  );
}
