import { rowReplySchema } from "../../domain/listing/querySchema";
import type { ComputeFields, ListingReader, Row } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import type { Catalog } from "./catalog";
import { lotDetail, lotInFull } from "./lotDetail";
import { bikeSource } from "./lotSource";

/** Returns how the engine answers lists of lots, for each row schema of lots. */
export const lotLists = (catalog: Catalog): RowLists[] =>
  [...catalog.readers].map(([row, reader]) => ({
    row,
    reader,
    computeFields: (ids, request) => viewerFieldsOf(catalog, ids, request),
    detail: row === bikeSource.row ? bikeDetail(reader) : carDetail(catalog),
  }));

const query = "lot-detail-call#/definitions/query";

const carDetail = (catalog: Catalog): RowLists["detail"] => ({
  query,
  reply: "lot-detail-call#/definitions/reply",
  read: async (context, request) => ({
    success: true,
    detail: await lotDetail({ ...catalog, context }, request),
  }),
});

/** A bike's page shows the fields of its row schema. */
const bikeDetail = (reader: ListingReader): RowLists["detail"] => ({
  query,
  reply: (row) => ({
    type: "object",
    required: ["success", "detail"],
    properties: {
      success: { const: true },
      detail: rowReplySchema(row, Object.keys(row.properties)),
    },
    additionalProperties: false,
  }),
  read: async (context, request) => ({
    success: true,
    detail: await lotInFull(context, reader, request),
  }),
});

const viewerFields = ["myBid", "myBidAmount", "bidStatusId", "wishList"];

/**
 * Returns the fields of each lot that depend on the viewer, as far as `fields`
 * contains them: the id, amount in yen and status of the own bid, or null without
 * a bid.
 */
async function viewerFieldsOf(
  { ports }: Pick<Catalog, "ports">,
  ...[ids, { viewer, fields, atLeast }]: Parameters<ComputeFields>
): Promise<Row[]> {
  const names = viewerFields.filter((name) => fields.includes(name));
  if (names.length === 0) return [];
  const bids = await ports.bidsOn(viewer, ids, atLeast);
  return ids.map((id) => {
    const bid = bids.get(id);
    const values: Row = {
      myBid: bid?.bidId ?? null,
      myBidAmount: bid?.amount ?? null,
      bidStatusId: bid?.status ?? null,
      wishList: [],
    };
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  });
}
