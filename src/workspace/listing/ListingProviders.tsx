import { useEvent, useStore } from "ra-core";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { visitedRows } from "../../../domain/limits";
import { forRole, type Resource } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useSignedIn, useRole } from "../../providers/session";
import { createStore, useStoreValue } from "../../providers/store";
import { useWorkspace } from "../../providers/workspace";
import { slotsOf } from "../registry/areas";
import { FieldTextProvider } from "../FieldTextProvider";
import { useLabels } from "../useLabels";
import {
  DraftProvider,
  ListActionsProvider,
  ListFacetsProvider,
  ListingProvider,
  ListQueryProvider,
  ListRowsProvider,
  useListActions,
  useListing,
  useListQuery,
  type ActionRequest,
  type CellDraft,
  type CellEdit,
  type UnsentChange,
} from "./ListingContext";
import { rowChangesOf, shownRecords, withArrived } from "./rowChanges";
import { noSelection } from "./selection";
import { useFacets } from "./useFacets";
import { useFilterDraft } from "./useFilterDraft";
import { useListData } from "./useListData";
import { useListingQuery } from "./useListingQuery";
import { useIsPhone } from "../../ui/useMedia";
import type { ListingState } from "../../../domain/listing/state";
import { detailPath } from "../detailPath";
import { noteShown } from "../openedFrom";

const noOpenRows: ReadonlySet<string> = new Set();

const noneVisited: string[] = [];

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
    () => ({
      resource,
      row,
      labels,
      isPhone,
      ownFields: Object.keys(row.properties).filter(
        (name) => row.properties[name]?.["x-own"],
      ),
    }),
    [resource, row, labels, isPhone],
  );
  return (
    <ListingProvider value={listing}>
      <FieldTextProvider row={row}>
        <QueryState>
          <ActionsState>
            <RowsState>
              <DraftState>
                <FacetsState>{children}</FacetsState>
              </DraftState>
            </RowsState>
          </ActionsState>
        </QueryState>
      </FieldTextProvider>
    </ListingProvider>
  );
}

/** Whether the list loads more rows on scrolling instead of having pages. */
export function useScrolls(): boolean {
  const { resource, isPhone } = useListing();
  const role = useRole();
  return isPhone || forRole(resource.paging ?? "pages", role) === "scroll";
}

function QueryState({ children }: ChildrenProps) {
  const { resource, row } = useListing();
  const query = useListingQuery({ resource, row, scrolls: useScrolls() });
  return <ListQueryProvider value={query}>{children}</ListQueryProvider>;
}

function ActionsState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { viewer } = useSignedIn();
  const { name, actions = [] } = resource;
  const [selection] = useState(() => createStore(noSelection));
  const [shown] = useState(() => createStore<readonly RowRecord[]>([]));
  const [visitedIds, storeVisited] = useStore(`${name}.visited`, noneVisited);
  const [visited] = useState(() =>
    createStore<ReadonlySet<string>>(new Set(visitedIds)),
  );
  useEffect(() => {
    visited.set(new Set(visitedIds));
  }, [visited, visitedIds]);
  const visit = useEvent((id: string) => {
    storeVisited((known: string[]) =>
      [id, ...known.filter((other) => other !== id)].slice(0, visitedRows),
    );
  });
  const [request] = useState(() => createStore<ActionRequest | null>(null));
  const [drafts] = useState(() => createStore<readonly CellDraft[]>([]));
  const [edits] = useState(() => createStore<readonly CellEdit[]>([]));
  const [unsent] = useState(() => createStore<readonly UnsentChange[]>([]));
  const isSelectable = actions.some(({ on }) => on.includes("selection"));
  const hasRowMenu = actions.some(({ on }) => on.includes("row"));
  const [openRows] = useState(() => createStore(noOpenRows));
  const hasRowPanel =
    resource.rowPanel !== undefined || slotsOf(resource, "rowPanel").length > 0;
  const value = useMemo(
    () => ({
      isSelectable,
      hasRowMenu,
      selection,
      shown,
      visited,
      visit,
      changes: rowChangesOf(viewer.userId, name),
      request,
      drafts,
      edits,
      unsent,
      hasRowPanel,
      openRows,
    }),
    [
      isSelectable,
      hasRowMenu,
      selection,
      shown,
      visited,
      visit,
      viewer.userId,
      name,
      request,
      drafts,
      edits,
      unsent,
      hasRowPanel,
      openRows,
    ],
  );
  // Other filters show other rows; a hidden selection would surprise.
  const filters = JSON.stringify([state.filters, state.search]);
  useEffect(
    () => () => {
      selection.set(noSelection);
    },
    [filters, selection],
  );
  useEffect(
    () => () => {
      openRows.set(noOpenRows);
    },
    [filters, state.page, openRows],
  );
  return <ListActionsProvider value={value}>{children}</ListActionsProvider>;
}

function RowsState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { changes, shown } = useListActions();
  const scrolls = useScrolls();
  const data = useListData({ resource, state, scrolls });
  const { rows: arrived, arrivedAt } = data;
  const made = useStoreValue(changes);
  useEffect(() => {
    if (arrived) changes.set(withArrived(changes.get(), arrived, Date.now()));
    // Equal rows stay the same array, but they decide lost replies too.
  }, [arrived, arrivedAt, changes]);
  const rows = useMemo(() => shownRecords(arrived, made), [arrived, made]);
  const { total } = data;
  useEffect(() => {
    shown.set(rows ?? []);
  }, [shown, rows]);
  useShownPlaces({ resource, state, rows, total, scrolls });
  const value = useMemo(() => ({ ...data, rows }), [data, rows]);
  return <ListRowsProvider value={value}>{children}</ListRowsProvider>;
}

function DraftState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const draft = useFilterDraft(resource, useListQuery());
  return <DraftProvider value={draft}>{children}</DraftProvider>;
}

function FacetsState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const facets = useFacets(resource, useListQuery().state);
  return <ListFacetsProvider value={facets}>{children}</ListFacetsProvider>;
}

/** Notes the rows that a list shows, so that a row's page can lead to its neighbours. */
function useShownPlaces({
  resource,
  state,
  rows,
  total,
  scrolls,
}: {
  resource: Resource;
  state: ListingState;
  rows: readonly RowRecord[] | undefined;
  total: number | undefined;
  scrolls: boolean;
}): void {
  const { resources } = useWorkspace();
  useEffect(() => {
    if (!rows) return;
    noteShown({
      resource: resource.name,
      state,
      before: scrolls ? 0 : (state.page - 1) * state.pageSize,
      total: total ?? -1,
      places: rows.flatMap(({ id, row }) => {
        const href = detailPath({ resource, resources, row });
        return href === null ? [] : [{ id, href }];
      }),
    });
  }, [resource, resources, state, rows, total, scrolls]);
}
