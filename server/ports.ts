import { copyLotChangesToBids, moveBidsWithLots } from "./bidding";
import type { LotPorts } from "./catalog";

/** What the areas above the catalog do when lots change. */
export const lotPorts: LotPorts = {
  lotsChanged: copyLotChangesToBids,
  lotsMoved: moveBidsWithLots,
};
