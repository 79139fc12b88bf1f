import { isAllowed, type Viewer } from "../../domain/access";
import { lotCounterOf } from "../../domain/lotCounters";
import { isCounted, visibleListing } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import type { Catalog, ReadCatalog } from "./catalog";
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

/**
 * Returns the numbers of lots by area, as texts, of the lists that the viewer sees.
 * Lists with a fixed condition are not counted. A list that the database has no time to
 * count is left out.
 */
export async function countLots(
  { context, readers }: ReadCatalog,
  viewer: Viewer,
): Promise<Record<string, string>> {
  const counted = await Promise.all(
    context.workspace.resources().map(async (resource) => {
      const { pageType: area, row, access, where } = resource;
      const reader = readers.get(row);
      if (!area || !reader || where || !isAllowed(access, viewer)) return [];
      const listing = visibleListing({ ...context, resource, viewer });
      const found = await reader.index.find(
        {
          ...listing,
          state: { filters: {}, search: null },
          source: reader.source,
        },
        { facets: [] },
      );
      return isCounted(found)
        ? [[lotCounterOf(area), String(found.total)] as const]
        : [];
    }),
  );
  return Object.fromEntries(counted.flat());
}
