import type { Context } from "../workspace/context";
import { createListingReader } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import { bidSource } from "./bidSource";
import { countRivals } from "./countRivals";
import { findReadStates } from "./chat/chatQueries";

export { bidChanges } from "./bidChanges";
export type { BidContext, BidPorts } from "./bidPorts";
export { countWaitingBids } from "./bidQueries";
export { countUnreadChats, markUpTo } from "./chat/chatQueries";
export { addMessage } from "./chat/sendMessage";
export { bidSource } from "./bidSource";
export { bidMailJob } from "./mails/bidMailJob";
export { bidMail } from "./mails/composeBidMail";
export { readBalance } from "./clientLimits";
export { copyLotChangesToBids, moveBidsWithLots } from "./copiedFields";
export { createOwnBids, type OwnBids } from "./ownBids";
export { readBidInfo } from "./readBidInfo";
export { recordBid } from "./recordBid";
export { soldPriceJob } from "./settleSoldPrices";
export { registerBidRoutes } from "./routes";
export { settleBids } from "./settlement/settleBids";
export { settlementJob } from "./settlement/settlementJob";

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
export { hasBid } from "./hasBid";
