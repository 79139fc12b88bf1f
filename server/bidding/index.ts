import type { FastifyInstance } from "fastify";
import { onLotsChanged } from "../catalog";
import type { Context } from "../workspace/context";
import { createWords, sqlListingIndex } from "../workspace/listing";
import { bidSource } from "./bidSource";
import { followLots } from "./followLots";
import { registerBidList, registerBidRoutes } from "./routes";

export { countWaitingBids } from "./countWaitingBids";
export { followLots } from "./followLots";
export { readBalance } from "./readBalance";
export { readBidInfo, type LotBidding } from "./readBidInfo";
export { readMyBids, type MyBid } from "./readMyBids";

/** The calls of bids, and the results of lots copied onto them from now on. */
export function registerBidding(app: FastifyInstance, context: Context): void {
  const { database, clock, workspace } = context;
  const words = createWords(database);
  const index = sqlListingIndex({ database, source: bidSource, words, clock });
  onLotsChanged(followLots);
  registerBidRoutes(app, context);
  for (const { name, row } of workspace.resources())
    if (row === bidSource.row)
      registerBidList(app, context, { name, lists: { index, words } });
}
