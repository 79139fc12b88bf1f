import type { LotPorts } from "../catalog";
import { copyLotChangesToBids, moveBidsWithLots } from "./copiedFields";
import { hasBid } from "./hasBid";

/** The reactions of bidding to changed lots. */
export const lotPorts: LotPorts = {
  lotsChanged: copyLotChangesToBids,
  lotsMoved: moveBidsWithLots,
  hasBid,
};
