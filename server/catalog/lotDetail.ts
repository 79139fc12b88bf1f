import type { Viewer } from "../../domain/access";
import { visibleRow } from "../../domain/visible";
import type { LotDetail } from "../../generated/schemas";
import { failure } from "../platform/errors";
import { readRows, visibleListing } from "../workspace/listing";
import type { Catalog } from "./catalog";
import { describeLot, lotBidInfo } from "./describeLot";
import { findLot } from "./lotQueries";

/**
 * Returns the page of a lot as the viewer sees it. A hidden field has the same
 * value as an unknown one. Throws forbidden, and not_found for an unknown
 * id, a lot of another area, and a lot outside the list's fixed condition.
 */
export async function lotDetail(
  { context, lots, ports }: Catalog,
  request: { resource: string; viewer: Viewer; id: string },
): Promise<LotDetail> {
  const { viewer, id } = request;
  const declared = context.workspace.resource(request.resource);
  const listing = visibleListing({ ...context, resource: declared, viewer });
  const area = listing.resource.pageType;
  const lot = area ? await findLot(context.database.kysely, area, id) : null;
  if (!lot || !area) throw failure("not_found");
  const fields = Object.keys(visibleRow(listing.row, viewer).properties);
  const [row] = await readRows(lots, { ...listing, ids: [id], fields });
  if (!row) throw failure("not_found");
  const bidding = await ports.biddingOn(viewer, lot);
  const now = context.clock.now();
  return {
    ...describeLot(row, { lotId: id, viewer }),
    bidInfo: {
      ...lotBidInfo(row, { area, viewer, now }),
      ...bidding.bidInfo,
      ...(fields.includes("myBid") ? {} : { myBid: null }),
      ...(fields.includes("myBidAmount") ? {} : { myBidAmount: null }),
    },
    wishList: [],
    ussCounter: { ussLimit: bidding.ussLimit },
  };
}
