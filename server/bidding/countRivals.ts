import { sql } from "kysely";
import { activeBidStatuses } from "../../domain/bidStatus";
import type { Reader } from "../platform/database/tables";

/**
 * Returns the number of other clients with an active bid on the same lot, by the id of an
 * active bid. Bids without rivals are left out. The agent bids once for a lot, so a
 * manager has to decide whose bid it is.
 */
export async function countRivals(
  db: Reader,
  bidIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (bidIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("bids")
    .innerJoin("bids as rival", (join) =>
      join
        .onRef("rival.lot_id", "=", "bids.lot_id")
        .onRef("rival.user_id", "<>", "bids.user_id"),
    )
    .select("bids.id")
    .select(sql<number>`count(*)::int`.as("rivals"))
    .where("bids.id", "in", [...bidIds])
    .where("bids.bid_status", "in", activeBidStatuses)
    .where("rival.bid_status", "in", activeBidStatuses)
    .groupBy("bids.id")
    .execute();
  return new Map(rows.map(({ id, rivals }) => [id, rivals]));
}
