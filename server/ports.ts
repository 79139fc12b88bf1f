import {
  copyLotChangesToBids,
  countWaitingBids,
  moveBidsWithLots,
  readBalance,
  readBidInfo,
  type OwnBids,
} from "./bidding";
import { countSavedSearches } from "./catalog";
import type { CatalogPorts, LotPorts } from "./catalog";
import type { IdentityPorts } from "./identity";
import type { Context } from "./workspace/context";

/** The reactions of the areas above the catalog to changed lots. */
export const lotPorts: LotPorts = {
  lotsChanged: copyLotChangesToBids,
  lotsMoved: moveBidsWithLots,
};

/** Everything that lower areas need from higher ones. */
export type Ports = IdentityPorts & CatalogPorts & LotPorts;

/** Makes the ports of the program; each area takes the ports that it names. */
export const createPorts = (
  context: Context,
  { ownBids }: { ownBids: OwnBids },
): Ports => ({
  ...lotPorts,
  balanceOf: (userId) => readBalance(context, userId),
  countersOf: async ({ viewer }) => ({
    bid: await countWaitingBids(context.database.kysely, viewer),
    search: await countSavedSearches(context, viewer),
    map: {},
  }),
  bidsOn: (...asked) => ownBids.on(...asked),
  biddingOn: (viewer, lotId) => readBidInfo(context, viewer, lotId),
});
