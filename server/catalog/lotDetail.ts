import type { Viewer } from "../../domain/access";
import { isVisible } from "../../domain/visible";
import type { LotDetail } from "../../generated/schemas";
import { failure } from "../platform/errors";
import { readRows } from "../workspace/listing";
import type { Catalog } from "./catalog";
import { describeLot } from "./describeLot";
import { lotBidInfo } from "./lotBidInfo";
import { findLot } from "./lotQueries";

/**
 * A lot in full, as a viewer of the resource sees it: a field the viewer may
 * not see is null. Throws not_found for a lot of another area as for one that
 * does not exist.
 */
export async function lotDetail(
  { context, lots, shown }: Catalog,
  asked: { resource: string; viewer: Viewer; id: string },
): Promise<LotDetail> {
  const { viewer, id } = asked;
  const resource = context.workspace.resource(asked.resource);
  const schema = context.schemas.row(resource.row);
  const lot = resource.pageType
    ? await findLot(context.database.kysely, resource.pageType, id)
    : null;
  if (!lot) throw failure("not_found");
  const fields = Object.keys(schema.properties).filter((name) =>
    isVisible(schema, { fields: [name] }, viewer),
  );
  const [row = {}] = await readRows(lots, {
    ids: [lot.id],
    fields,
    row: schema,
    resource,
    viewer,
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
