import { changeDeadline } from "../../../domain/bidRules";
import type { LotDetail } from "../../../generated/schemas";

/**
 * Returns until when clients can change or cancel a bid on the lot, as ISO text; null
 * for a lot without a deadline, such as a car at a fixed price.
 */
export function changeDeadlineOf({
  lotInfo: { auctionDate },
  bidInfo: { biddingDeadline, cancelDeadlineHour },
}: Pick<LotDetail, "lotInfo" | "bidInfo">): string | null {
  if (auctionDate === null || !biddingDeadline) return null;
  const at = changeDeadline(new Date(auctionDate), cancelDeadlineHour);
  return at?.toISOString() ?? null;
}
