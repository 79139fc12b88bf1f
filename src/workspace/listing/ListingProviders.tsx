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
import { useListData } from "./useListData";
import { useListingQuery } from "./useListingQuery";
import { useIsPhone } from "./useMedia";

type ChildrenProps = { children: ReactNode };

/**
 * Provides the state of a list to its children. Each piece of state lives in a
 * component of its own, so that the children do not render when it changes.
 */
export function ListingProviders({
  resource,
  children,
}: ChildrenProps & { resource: Resource }) {
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
        <QueryState>
          <RowsState>
            <DraftState>
              <FacetsState>{children}</FacetsState>
            </DraftState>
          </RowsState>
        </QueryState>
      </FieldTextProvider>
    </ListingProvider>
  );
}

/** Whether the list loads more rows on scrolling instead of having pages. */
export function useScrolls(): boolean {
  const { resource, isPhone } = useListing();
  const { role } = useTextTools();
  return isPhone || forRole(resource.paging ?? "pages", role) === "scroll";
}

function QueryState({ children }: ChildrenProps) {
  const { resource, row } = useListing();
  const query = useListingQuery({ resource, row, scrolls: useScrolls() });
  return <ListQueryProvider value={query}>{children}</ListQueryProvider>;
}

function RowsState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const { state } = useListQuery();
  const data = useListData({ resource, state, scrolls: useScrolls() });
  return <ListRowsProvider value={data}>{children}</ListRowsProvider>;
}

function DraftState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const draft = useFilterDraft(resource, useListQuery());
  return <DraftProvider value={draft}>{children}</DraftProvider>;
}

function FacetsState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const facets = useFacets(resource, useDraft().choice);
  return <ListFacetsProvider value={facets}>{children}</ListFacetsProvider>;
}
