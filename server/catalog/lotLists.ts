import type { RowLists } from "../workspace/lists";
import type { Catalog } from "./catalog";
import { bikeDetail, lotDetail } from "./lotDetail";
import { bikeSource } from "./lotSource";
import { viewerFieldsOf } from "./viewerFields";

/** Returns how the engine answers lists of lots, for each row schema of lots. */
export const lotLists = (catalog: Catalog): RowLists[] =>
  [...catalog.readers].map(([row, reader]) => ({
    row,
    reader,
    computeFields: (ids, request) => viewerFieldsOf(catalog, ids, request),
    detail: detailOf(catalog, row),
  }));

/** Returns the detail call of a row schema: bikes have other sections than cars. */
function detailOf(catalog: Catalog, row: string): RowLists["detail"] {
  const isBike = row === bikeSource.row;
  const readDetail = isBike ? bikeDetail : lotDetail;
  return {
    query: "lot-detail-call#/definitions/query",
    reply: `${isBike ? "bike" : "lot"}-detail-call#/definitions/reply`,
    read: async (context, request) => ({
      success: true,
      detail: await readDetail({ ...catalog, context }, request),
    }),
  };
}
