import {
  copyLotChangesToBids,
  countUnreadChats,
  countWaitingBids,
  hasBid,
  moveBidsWithLots,
  readBalance,
  readBidInfo,
  type BidPorts,
  type OwnBids,
} from "./bidding";
import { countSavedSearches, countUnreadAlerts } from "./catalog";
import type { CatalogPorts, ExtraImagePorts, LotPorts } from "./catalog";
import { findExtraImages } from "./feed";
import { createSheetTranslator } from "./files";
import { demoExtraPhotos, demoSheet } from "./demo";
import type { IdentityPorts } from "./identity";
import { cancelPurchase, createPurchase } from "./purchases";
import type { Context } from "./workspace/context";

/** The reactions of the areas above the catalog to changed lots. */
export const lotPorts: LotPorts = {
  lotsChanged: copyLotChangesToBids,
  lotsMoved: moveBidsWithLots,
  hasBid,
};

/** The reactions of the areas above bidding to changed bids. */
export const bidPorts: BidPorts = {
  purchases: { create: createPurchase, cancel: cancelPurchase },
};

/** Makes the ports of the background jobs. */
export const createJobPorts = ({
  declarations,
}: Pick<Context, "declarations">): LotPorts & BidPorts & ExtraImagePorts => ({
  ...lotPorts,
  ...bidPorts,
  extraImagesOf: async (lot, signal) => {
    const { feeds } = declarations.current().sources;
    const { env: environment } = process;
    const found = await findExtraImages(feeds, lot, { environment, signal });
    const images = [...demoExtraPhotos(lot.images), ...found];
    return images.filter((address) => !lot.images.includes(address));
  },
});

/** Everything that lower areas need from higher ones. */
export type Ports = IdentityPorts & CatalogPorts & LotPorts & BidPorts;

/** Makes the ports of the program; each area takes the ports that it names. */
export const createPorts = (
  context: Context,
  { ownBids }: { ownBids: OwnBids },
): Ports => ({
  ...lotPorts,
  ...bidPorts,
  balanceOf: (userId) => readBalance(context, userId),
  countersOf: async ({ viewer }) => ({
    bid: await countWaitingBids(context.database.kysely, viewer),
    chat: await countUnreadChats(context.database.kysely, viewer),
    search: await countSavedSearches(context, viewer),
    alerts: await countUnreadAlerts(context.database.kysely, viewer.userId),
    // server/app.ts adds the counts of lists.
    map: {},
  }),
  bidsOn: (...asked) => ownBids.on(...asked),
  sheetOf: demoSheet,
  sheetTranslator: createSheetTranslator(context),
  biddingOn: (viewer, lotId) => readBidInfo(context, viewer, lotId),
});
