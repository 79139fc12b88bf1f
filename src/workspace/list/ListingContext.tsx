import { createContext, useContext } from "react";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { Labels } from "../useLabels";
import type { Facets } from "./useFacets";
import type { FilterDraft } from "./useFilterDraft";
import type { ListData } from "./useListData";
import type { ListingQuery } from "./useListingQuery";

/** What the parts of a list pull from it, beside react-admin's own context. */
export type Listing = {
  resource: Resource;
  row: RowSchema;
  labels: Labels;
  query: ListingQuery;
  draft: FilterDraft;
  facets: Facets;
  data: ListData;
  isPhone: boolean;
};

const ListingContext = createContext<Listing | null>(null);

export const ListingProvider = ListingContext.Provider;

/** The list around this part; throws outside one. */
export function useListing(): Listing {
  const listing = useContext(ListingContext);
  if (!listing) throw new Error("This part stands only within a list.");
  return listing;
}
