import type { FastifyInstance } from "fastify";
import { onLotsChanged } from "../catalog";
import type { Context } from "../workspace/context";
import { registerExport } from "../workspace/export";
import { bidSource } from "./bidSource";
import { copyLotChangesToBids } from "./copiedFields";
import { bidReader } from "./listBids";
import { registerBidList, registerBidRoutes } from "./routes";

export { bidChanges } from "./bidChanges";
export { countWaitingBids } from "./bidQueries";
export { bidSource } from "./bidSource";
export { readBalance } from "./clientLimits";
export { copyLotChangesToBids } from "./copiedFields";
export { draftBids } from "./listBids";
export { readBidInfo, readOwnBids } from "./readBidInfo";
export { recordBid } from "./recordBid";

/** Registers the calls of bids and keeps bids up to date with their lots. */
export function registerBidding(app: FastifyInstance, context: Context): void {
  const reader = bidReader(context);
  onLotsChanged(copyLotChangesToBids);
  registerBidRoutes(app, context);
  for (const { name, row } of context.workspace.resources())
    if (row === bidSource.row) {
      registerBidList(app, context, { name, reader });
      registerExport(app, context, { name, reader });
    }
}
