import type { Viewer } from "../../domain/access";
import { visibleRow } from "../../domain/visible";
import type { LotDetail } from "../../generated/schemas";
import { failure } from "../platform/errors";
import { readRows, visibleListing } from "../workspace/listing";
import type { Catalog } from "./catalog";
import { describeLot } from "./describeLot";
import { lotBidInfo } from "./lotBidInfo";
import { findLot } from "./lotQueries";

/**
 * A lot in full, as a viewer of the resource sees it: a field the viewer may
 * not see is as one that is not known. Throws forbidden, and not_found for a lot
 * of another area as for one that does not exist.
 */
export async function lotDetail(
  { context, lots, shown }: Catalog,
  asked: { resource: string; viewer: Viewer; id: string },
): Promise<LotDetail> {
  const { viewer, id } = asked;
  const declared = context.workspace.resource(asked.resource);
  const listing = visibleListing({ ...context, resource: declared, viewer });
  const { resource, row: schema } = listing;
  const lot = resource.pageType
    ? await findLot(context.database.kysely, resource.pageType, id)
    : null;
  if (!lot) throw failure("not_found");
  const [row = {}] = await readRows(lots, {
    ...listing,
    ids: [lot.id],
    fields: Object.keys(visibleRow(schema, viewer).properties),
  });
  const bidding = await shown.biddingOn(viewer, lot);
  const now = context.clock.now();
  return {
    ...describeLot(row, lot, viewer),
    bidInfo: { ...lotBidInfo(row, { lot, viewer, now }), ...bidding.bidInfo },
    wishList: [],
    ussCounter: { ussLimit: bidding.ussLimit },
  };
}
