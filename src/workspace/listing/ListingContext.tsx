import { createContext, useContext, type Provider } from "react";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { Labels } from "../useLabels";
import type { Facets } from "./useFacets";
import type { FilterDraft } from "./useFilterDraft";
import type { ListData } from "./useListData";
import type { ListingQuery } from "./useListingQuery";

/** What a list is; it stays while one chooses, sorts and turns pages. */
export type Listing = {
  resource: Resource;
  row: RowSchema;
  labels: Labels;
  isPhone: boolean;
};

/** A context that throws where nothing provides it. */
function createPart<Part>(): [Provider: Provider<Part | null>, () => Part] {
  const Context = createContext<Part | null>(null);
  const usePart = () => {
    const part = useContext(Context);
    if (!part) throw new Error("This part stands only within a list.");
    return part;
  };
  return [Context.Provider, usePart];
}

/**
 * The list around a part, in pieces that change at different times, so that a
 * part renders only for what it shows: a choice that is being made changes the
 * draft and then the facets, an applied one the query and then the rows. Each
 * throws outside a list.
 */
export const [ListingProvider, useListing] = createPart<Listing>();
export const [ListQueryProvider, useListQuery] = createPart<ListingQuery>();
export const [DraftProvider, useDraft] = createPart<FilterDraft>();
export const [ListFacetsProvider, useListFacets] = createPart<Facets>();
export const [ListRowsProvider, useListRows] = createPart<ListData>();
