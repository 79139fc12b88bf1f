import type { FastifyInstance } from "fastify";
import { onLotsChanged } from "../catalog";
import type { Context } from "../workspace/context";
import { createListingReader } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import { bidSource } from "./bidSource";
import { copyLotChangesToBids } from "./copiedFields";
import { registerBidRoutes } from "./routes";

export { bidChanges } from "./bidChanges";
export { countWaitingBids } from "./bidQueries";
export { bidSource } from "./bidSource";
export { readBalance } from "./clientLimits";
export { copyLotChangesToBids } from "./copiedFields";
export { readBidInfo, readOwnBids } from "./readBidInfo";
export { recordBid } from "./recordBid";

/** Registers the calls of bids and keeps bids up to date with their lots. */
export function registerBidding(app: FastifyInstance, context: Context): void {
  onLotsChanged(copyLotChangesToBids);
  registerBidRoutes(app, context);
}

/** Returns how the engine answers lists of bids. */
export const bidLists = (
  context: Pick<Context, "database" | "clock">,
): RowLists => ({
  row: bidSource.row,
  reader: createListingReader(context, bidSource),
  totalKey: "totalBids",
});
