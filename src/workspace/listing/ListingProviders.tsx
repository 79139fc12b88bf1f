import { ListContextProvider } from "ra-core";
import { useMemo, type ReactNode } from "react";
import { forRole, type Resource } from "../../../domain/resource";
import { useWorkspace } from "../../providers/workspace";
import { FieldTextProvider, useTextTools } from "../useFieldText";
import { useLabels } from "../useLabels";
import {
  DraftProvider,
  ListFacetsProvider,
  ListingProvider,
  ListQueryProvider,
  ListRowsProvider,
  useDraft,
  useListing,
  useListQuery,
} from "./ListingContext";
import { useFacets } from "./useFacets";
import { useFilterDraft } from "./useFilterDraft";
import { useListContextValue } from "./useListContextValue";
import { useListData } from "./useListData";
import { useListingQuery } from "./useListingQuery";
import { useIsPhone } from "./useMedia";

type Within = { children: ReactNode };

/**
 * The state of a list around its parts. Each piece is kept in a component of
 * its own, whose children do not render when it changes.
 */
export function ListingProviders({
  resource,
  children,
}: Within & { resource: Resource }) {
  const row = useWorkspace().row(resource.row);
  const labels = useLabels(resource, row);
  const isPhone = useIsPhone();
  const listing = useMemo(
    () => ({ resource, row, labels, isPhone }),
    [resource, row, labels, isPhone],
  );
  return (
    <ListingProvider value={listing}>
      <FieldTextProvider row={row}>
        <QueryPart>
          <RowsPart>
            <DraftPart>
              <FacetsPart>{children}</FacetsPart>
            </DraftPart>
          </RowsPart>
        </QueryPart>
      </FieldTextProvider>
    </ListingProvider>
  );
}

/** Whether the list loads on as one scrolls, rather than by pages. */
export function useScrolls(): boolean {
  const { resource, isPhone } = useListing();
  const { role } = useTextTools();
  return isPhone || forRole(resource.paging ?? "pages", role) === "scroll";
}

function QueryPart({ children }: Within) {
  const { resource, row } = useListing();
  const query = useListingQuery({ resource, row, scrolls: useScrolls() });
  return <ListQueryProvider value={query}>{children}</ListQueryProvider>;
}

function RowsPart({ children }: Within) {
  const { resource } = useListing();
  const query = useListQuery();
  const { state } = query;
  const data = useListData({ resource, state, scrolls: useScrolls() });
  const context = useListContextValue({ resource, query, data });
  return (
    <ListContextProvider value={context}>
      <ListRowsProvider value={data}>{children}</ListRowsProvider>
    </ListContextProvider>
  );
}

function DraftPart({ children }: Within) {
  const { resource } = useListing();
  const draft = useFilterDraft(resource, useListQuery());
  return <DraftProvider value={draft}>{children}</DraftProvider>;
}

function FacetsPart({ children }: Within) {
  const { resource } = useListing();
  const facets = useFacets(resource, useDraft().choice);
  return <ListFacetsProvider value={facets}>{children}</ListFacetsProvider>;
}
