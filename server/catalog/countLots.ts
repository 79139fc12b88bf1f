import { isAllowed, type Viewer } from "../../domain/access";
import { lotCounterOf } from "../../domain/lotCounters";
import { isCounted, visibleListing } from "../workspace/listing";
import type { ReadCatalog } from "./catalog";

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
