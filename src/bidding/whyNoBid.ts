import { hasFlag } from "../../domain/access";
import { isActive } from "../../domain/bidStatus";
import type { LotDetail, PlaceBidBody } from "../../generated/schemas";
import type { SignedInSession } from "../providers/session";

type LotType = NonNullable<PlaceBidBody["lotType"]>;

const lotTypes: Record<LotType, true> = {
  auction: true,
  stock: true,
  bikes: true,
};

/** The lot type of a bid; null for page types that no bid is placed on. */
export const lotTypeOf = (pageType: string | undefined): LotType | null =>
  pageType !== undefined && pageType in lotTypes ? (pageType as LotType) : null;

/** Why no bid can be placed here: a text of `bid.why`. */
export type NoBidReason =
  | "manager"
  | "statistics"
  | "finished"
  | "exists"
  | "closed"
  | "restricted"
  | "limit"
  | "uss";

/**
 * The first reason against a bid on this lot by this viewer; null when one can
 * be placed. The server decides; this says why before one tries.
 */
export function whyNoBid(options: {
  lot: LotDetail;
  pageType: string | undefined;
  session: Pick<SignedInSession, "role" | "viewer">;
  /** The deadline has passed since the page was loaded. */
  isLate: boolean;
}): NoBidReason | null {
  const { lot, pageType, session, isLate } = options;
  const { bidInfo, carCommonDetail, ussCounter } = lot;
  const { bidStatusId } = bidInfo;
  if (lotTypeOf(pageType) === null) return "statistics";
  if (bidInfo.auctionFinished) return "finished";
  if (session.role === "manager" || session.role === "admin") return "manager";
  if (bidStatusId !== null && isActive(bidStatusId)) return "exists";
  // A restricted account is not accepted either: say what can be helped.
  if (!hasFlag(session.viewer, "biddingAllowed"))
    return isLate ? "closed" : "restricted";
  if (isLate || !bidInfo.acceptBid) return "closed";
  if (bidInfo.bidLimitReached) return "limit";
  const isUssChecked =
    carCommonDetail.isUss && hasFlag(session.viewer, "ussLimitCheck");
  return isUssChecked && ussCounter.ussLimit === 0 ? "uss" : null;
}
