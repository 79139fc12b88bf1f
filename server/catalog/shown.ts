import type { Viewer } from "../../domain/access";
import type { LotDetail } from "../../generated/schemas";
import type { LotRow } from "./lotQueries";

export type BidInfo = LotDetail["bidInfo"];

/** What the catalog shows of the areas above it, handed down by the app. */
export type Shown = {
  /** The viewer's present bids on these lots, by lot id; amounts in yen. */
  bidsOn(
    viewer: Viewer,
    lotIds: readonly string[],
  ): Promise<ReadonlyMap<string, { bidId: string; amount: number }>>;
  /** What bidding knows of the viewer and the lot, over what the lot says. */
  biddingOn(
    viewer: Viewer,
    lot: LotRow,
  ): Promise<{ bidInfo: Partial<BidInfo>; ussLimit: number }>;
};
