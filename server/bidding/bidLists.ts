import { sql } from "kysely";
import { activeBidStatuses } from "../../domain/bidStatus";
import type { Reader } from "../platform/database/tables";
import type { Context } from "../workspace/context";
import { createListingReader } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import { bidSource, bidSourceAt } from "./bidSource";
import { findReadStates } from "./chat/chatQueries";

/** Returns how the engine answers lists of bids. */
export const bidLists = (
  context: Pick<Context, "database" | "clock" | "index">,
): RowLists => ({
  row: bidSource.row,
  reader: createListingReader(context, bidSourceAt(context.clock)),
  computeFields: async (ids, { viewer, fields }) => {
    const { kysely } = context.database;
    const [isRead, rivals] = await Promise.all([
      fields.includes("isRead") ? findReadStates(kysely, viewer, ids) : null,
      fields.includes("rivals") ? countRivals(kysely, ids) : null,
    ]);
    return ids.map((id) => ({
      ...(isRead && { isRead: isRead.get(id) ?? true }),
      ...(rivals && { rivals: rivals.get(id) ?? null }),
    }));
  },
  totalKey: "totalBids",
});

/**
 * Returns the number of other clients with an active bid on the same offering of a lot, by
 * the id of an active bid. Bids without rivals are left out. The agent bids once for a lot, so a
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
        .onRef("rival.offering", "=", "bids.offering")
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
