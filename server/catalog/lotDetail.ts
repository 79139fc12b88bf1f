import { isAllowed, type Viewer } from "../../domain/access";
import { visibleRow } from "../../domain/visible";
import type { RowSchema } from "../../domain/resource";
import type { BikeDetail, LotDetail } from "../../generated/schemas";
import { failure, type Failure } from "../platform/errors";
import {
  readComputed,
  readRows,
  visibleListing,
  type ListingReader,
  type Row,
} from "../workspace/listing";
import type { BidInfo, Catalog, UssCounter } from "./catalog";
import { bikeSectionFields, describeBike } from "./describeBike";
import {
  addedFields,
  carSectionFields,
  describeLot,
  lotBidInfo,
} from "./describeLot";
import { wishListOf } from "./favorites/ownFavorites";
import { findExtraImages, type ExtraImages } from "./extraImages/requestImages";
import { lotKindOf, placesOf } from "./lotKinds";
import { findLot, marksOf } from "./lotQueries";
import type { LotArea } from "./lotSource";

type LotRequest = { resource: string; viewer: Viewer; id: string };

/**
 * Returns the page of a car as the viewer sees it. A hidden field has the same
 * value as an unknown one. Throws forbidden if the list is hidden from the viewer,
 * not_found for an unknown id, a lot of another kind and a lot outside the list's fixed
 * condition, and lot_moved with the present area of a lot that moved to another list of
 * the viewer.
 */
export async function lotDetail(
  catalog: Catalog,
  request: LotRequest,
): Promise<LotDetail> {
  const { row, area, visible, note, ussCounter, ...own } = await readLotPage(
    catalog,
    request,
  );
  const { viewer, id } = request;
  const { database, clock } = catalog.context;
  const described = describeLot(row, { lotId: id, viewer, note });
  const extra =
    area === "auction" && row.isUss === true
      ? await findExtraImages(database.kysely, {
          userId: viewer.userId,
          kind: lotKindOf(area),
          lotId: id,
          now: clock.now(),
        })
      : null;
  return {
    ...described,
    carCommonDetail: {
      ...described.carCommonDetail,
      ...(extra && { extraImages: knownRequest(extra) }),
    },
    added: addedFields(row, visible, carSectionFields),
    ...own,
    ussCounter,
  };
}

/** A failed request is reported as waiting: the page calls uss-images, which reports the failure once. */
const knownRequest = ({ state, left }: ExtraImages) => ({
  state: state === "failed" ? ("waiting" as const) : state,
  left,
});

/** Returns the page of a bike as the viewer sees it. Throws as `lotDetail` does. */
export async function bikeDetail(
  catalog: Catalog,
  request: LotRequest,
): Promise<BikeDetail> {
  const page = await readLotPage(catalog, request);
  const { row, visible, note, bidInfo, wishList } = page;
  const { viewer, id } = request;
  return {
    ...describeBike(row, { lotId: id, viewer, note }),
    added: addedFields(row, visible, bikeSectionFields),
    bidInfo,
    wishList,
  };
}

/** Reads a lot's visible fields, its note, and the viewer's bid and favourites. */
async function readLotPage(
  { context, readers, ports }: Catalog,
  request: LotRequest,
): Promise<
  Pick<LotDetail, "wishList"> & {
    row: Row;
    area: LotArea;
    /** The row schema cut to the viewer. */
    visible: RowSchema;
    note: string | null;
    bidInfo: BidInfo;
    ussCounter: UssCounter;
  }
> {
  const { viewer, id } = request;
  const declared = context.workspace.resource(request.resource);
  const lots = readers.get(declared.row);
  const area = declared.pageType;
  if (!area || !lots) throw failure("not_found");
  const [row, { bidInfo, ussCounter, note, groups }] = await Promise.all([
    lotInFull(context, lots, request),
    ports.biddingOn(viewer, id, marksOf({ viewer, area, id })),
  ]);
  const visible = visibleRow(context.schemas.row(declared.row), viewer);
  const fields = Object.keys(visible.properties);
  const now = context.clock.now();
  return {
    row,
    area,
    visible,
    note,
    bidInfo: {
      ...lotBidInfo(row, { area, viewer, now }),
      ...bidInfo,
      ...(fields.includes("myBid") ? {} : { myBid: null }),
      ...(fields.includes("myBidAmount") ? {} : { myBidAmount: null }),
    },
    ussCounter,
    wishList: wishListOf(groups ?? []),
  };
}

/**
 * Returns the stored fields of a lot that the viewer may see. Throws as `lotDetail`
 * does.
 */
async function lotInFull(
  context: Catalog["context"],
  reader: ListingReader,
  { resource, viewer, id }: LotRequest,
): Promise<Row> {
  const declared = context.workspace.resource(resource);
  const listing = visibleListing({ ...context, resource: declared, viewer });
  const area = listing.resource.pageType;
  if (!area) throw failure("not_found");
  const fields = Object.keys(visibleRow(listing.row, viewer).properties);
  const [row] = await readRows(reader, { ...listing, ids: [id], fields });
  if (!row) throw await missingLot(context, { area, id, viewer });
  const [sums] = await readComputed(
    reader,
    { ...listing, fields },
    { ids: [id] },
  );
  return { ...row, ...sums };
}

/**
 * Returns the error for a lot that is not in its area, or no longer, or that the
 * list's fixed condition hides.
 */
async function missingLot(
  { database, workspace }: Catalog["context"],
  { area, id, viewer }: { area: LotArea; id: string; viewer: Viewer },
): Promise<Failure> {
  if (await findLot(database.kysely, area, id)) return failure("not_found");
  for (const place of placesOf(area).slice(1)) {
    const isListed = workspace
      .resources()
      .some(
        ({ pageType, access }) =>
          pageType === place && isAllowed(access, viewer),
      );
    if (isListed && (await findLot(database.kysely, place, id)))
      return failure("lot_moved", { current: { id, lotType: place } });
  }
  return failure("not_found");
}
