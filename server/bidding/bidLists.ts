import type { Context } from "../workspace/context";
import { createListingReader } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import { bidSource } from "./bidSource";
import { findReadStates } from "./chat/chatQueries";
import { countRivals } from "./countRivals";

/** Returns how the engine answers lists of bids. */
export const bidLists = (
  context: Pick<Context, "database" | "clock" | "index">,
): RowLists => ({
  row: bidSource.row,
  reader: createListingReader(context, bidSource),
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
