import { hasFlag, isStaff } from "../../domain/access";
import { isActive } from "../../domain/bidStatus";
import { lotStatuses } from "../../domain/lotStatus";
import type { LotDetail, PlaceBidBody } from "../../generated/schemas";
import type { SignedInSession } from "../providers/session";
import { auctionTimeOf } from "../../domain/bidRules";
import type { Row } from "../providers/dataProvider";

type LotType = NonNullable<PlaceBidBody["lotType"]>;

const lotTypes: Record<LotType, true> = {
  auction: true,
  stock: true,
  bikes: true,
};

/** Returns the lot type of a bid; null for page types that take no bids. */
export const lotTypeOf = (pageType: string | undefined): LotType | null =>
  pageType !== undefined && pageType in lotTypes ? (pageType as LotType) : null;

/** Why no bid can be placed; each has its texts in `bid.why`. */
export type NoBidReason =
  | "manager"
  | "statistics"
  | "finished"
  | "sold"
  | "reserved"
  | "withdrawn"
  | "exists"
  | "closed"
  | "restricted"
  | "limit"
  | "uss";

/** Returns why a car at a fixed price is no longer for sale. */
function notForSale({ lotInfo: { status } }: LotDetail): NoBidReason {
  if (status === lotStatuses.sold) return "sold";
  return status === lotStatuses.soldNegotiated ? "reserved" : "withdrawn";
}

/**
 * Returns why the viewer cannot bid on this lot, null if they can. The server
 * decides; this tells the viewer before they fill in the form.
 */
export function whyNoBid(options: {
  lot: LotDetail;
  pageType: string | undefined;
  session: Pick<SignedInSession, "role" | "viewer">;
  /** The deadline has passed, perhaps since the page was loaded. */
  isLate: boolean;
}): NoBidReason | null {
  const { lot, pageType, session, isLate } = options;
  const { bidInfo, carCommonDetail, ussCounter } = lot;
  const { bidStatusId } = bidInfo;
  if (lotTypeOf(pageType) === null) return "statistics";
  if (bidInfo.auctionFinished)
    return pageType === "stock" ? notForSale(lot) : "finished";
  const isManager = isStaff(session.role);
  const mayBidForClients =
    pageType !== "stock" && hasFlag(session.viewer, "managerBidForClient");
  if (isManager && !mayBidForClients) return "manager";
  if (bidStatusId !== null && isActive(bidStatusId)) return "exists";
  // The server accepts no bid of a restricted account either. The restriction
  // is the reason that the viewer can do something about.
  if (!hasFlag(session.viewer, "biddingAllowed"))
    return isLate ? "closed" : "restricted";
  if (isLate || !bidInfo.acceptBid) return "closed";
  if (bidInfo.bidLimitReached) return "limit";
  const isUssChecked =
    carCommonDetail.isUss && hasFlag(session.viewer, "ussLimitCheck");
  const { ussLeft = ussCounter.ussLimit } = ussCounter;
  return isUssChecked && ussLeft === 0 ? "uss" : null;
}

/**
 * Whether a lot of a list can still take bids: it has no result, and its auction has not
 * begun. A value that the viewer may not see excludes no lot.
 */
export function takesBids(row: Row, now: Date): boolean {
  const { status = lotStatuses.upcoming, auctionDate, lotType } = row;
  if (status !== null && status !== lotStatuses.upcoming) return false;
  const date = typeof auctionDate === "string" ? new Date(auctionDate) : null;
  const auctionAt = auctionTimeOf(String(lotType), date);
  return auctionAt === null || auctionAt.getTime() > now.getTime();
}
