import { auctionTimeOf } from "../../domain/bidRules";
import { lotStatuses } from "../../domain/lotStatus";
import type { Row } from "../providers/dataProvider";

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
