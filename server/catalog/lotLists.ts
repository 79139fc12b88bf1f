import { rowReplySchema } from "../../domain/listing/querySchema";
import type { ListingReader } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import type { Catalog } from "./catalog";
import { lotDetail, lotInFull } from "./lotDetail";
import { bikeSource } from "./lotSource";
import { viewerFieldsOf } from "./viewerFields";

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
