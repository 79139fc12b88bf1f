import type { FastifyInstance } from "fastify";
import { onLotsChanged } from "../catalog";
import type { Context } from "../workspace/context";
import { registerExport } from "../workspace/export";
import { createDictionaryCache, sqlListingIndex } from "../workspace/listing";
import { bidSource } from "./bidSource";
import { followLots } from "./followLots";
import { registerBidList, registerBidRoutes } from "./routes";

export { bidChanges } from "./bidChanges";
export { bidSource } from "./bidSource";
export { countWaitingBids } from "./countWaitingBids";
export { draftBids } from "./draftBids";
export { followLots } from "./followLots";
export { readBalance } from "./readBalance";
export { readBidInfo } from "./readBidInfo";
export { recordBid } from "./recordBid";
export { readMyBids } from "./readMyBids";

/** The calls of bids, and the results of lots copied onto them from now on. */
export function registerBidding(app: FastifyInstance, context: Context): void {
  const { database, clock, workspace } = context;
  const dictionaries = createDictionaryCache(database);
  const source = bidSource;
  const index = sqlListingIndex({ database, source, dictionaries, clock });
  const bids = { database, source, index, dictionaries };
  onLotsChanged(followLots);
  registerBidRoutes(app, context);
  for (const { name, row } of workspace.resources())
    if (row === bidSource.row) {
      registerBidList(app, context, { name, bids });
      registerExport(app, context, { name, reader: bids });
    }
}
