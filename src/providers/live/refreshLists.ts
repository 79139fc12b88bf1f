import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import type { DataProvider, GetListParams, GetListResult } from "ra-core";
import {
  changedIds,
  mayBeNew,
  type ChangedRows,
} from "../../../domain/liveEvent";
import type { Resource } from "../../../domain/resource";
import type { Workspace } from "../createWorkspace";
import type { ListMeta, RowRecord } from "../dataProvider";
import { staleLists } from "../events";
import { ownChanges } from "../cachedRows";

type Page = GetListResult<RowRecord>;
type Pages = Page | InfiniteData<Page>;
type ListKey = readonly [name: string, method: string, params: GetListParams];

type RefreshOptions = {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  workspace: Workspace;
  /** Null if any row may have changed. */
  changed: ChangedRows | null;
};

/**
 * Loads the pages on screen again that contain changed rows. Changed rows are
 * updated in place. If the list has other rows or another order now, it only
 * announces the list as stale, so that no row moves while somebody reads. Refreshes
 * all lists before it throws the error of one.
 */
export async function refreshLists(options: RefreshOptions): Promise<void> {
  const { queryClient, workspace } = options;
  const queries = queryClient.getQueryCache().findAll({ type: "active" });
  const refreshes = queries.flatMap((query) => {
    const [name, method] = query.queryKey as ListKey;
    const resource = workspace.resources.find((list) => list.name === name);
    const isList = method === "getList" || method === "getInfiniteList";
    return resource && isList
      ? [refreshList({ ...options, query, resource })]
      : [];
  });
  for (const query of queries) refreshBoard(query, options);
  await Promise.allSettled(refreshes);
  await Promise.all(refreshes);
}

type ListOptions = RefreshOptions & { query: Query; resource: Resource };

/** Reads the affected pages, and repeats it for pages that were replaced during the read. */
async function readChanged(
  options: ListOptions,
): Promise<{ shown: readonly Page[]; fresh: ReadonlyMap<number, Page> }> {
  const { dataProvider, query } = options;
  const [name, , params] = query.queryKey as ListKey;
  const firstPage = params.pagination?.page ?? 1;
  const perPage = params.pagination?.perPage ?? 20;
  for (;;) {
    // A reply on its way may be older than the change.
    if (query.state.fetchStatus === "fetching")
      await query.fetch().catch(() => undefined);
    const read = () => pagesOf(query.state.data as Pages | undefined);
    const shown = read();
    const fresh = new Map<number, Page>();
    await Promise.all(
      affectedPages(shown, options).map(async (index) => {
        const pagination = { perPage, page: firstPage + index };
        const page = await dataProvider.getList<RowRecord>(name, {
          ...params,
          pagination,
        });
        fresh.set(index, page);
      }),
    );
    const present = read();
    const isUnchanged =
      present.length === shown.length &&
      present.every((page, index) => page === shown[index]);
    if (isUnchanged || !query.isActive()) return { shown, fresh };
  }
}

async function refreshList(options: ListOptions): Promise<void> {
  const { queryClient, query, resource } = options;
  const { name } = resource;
  const { shown, fresh } = await readChanged(options);
  const [newest] = fresh.values();
  if (!newest || !query.isActive()) return;
  const rows = new Map(
    [...fresh.values()].flatMap(({ data }) => data).map((row) => [row.id, row]),
  );
  const invalid = new Set(
    [...fresh.values()].flatMap(problemsOf).map(({ key }) => key),
  );
  // Total and counters are the same on every page, and rows not shown change them. A page
  // without a total says itself whether another one follows.
  const { total, pageInfo } = newest;
  const counted = pageInfo ? {} : { total, pageInfo };
  const { reply } = newest.meta as ListMeta;
  const pages = shown.map((page, index): Page => ({
    ...page,
    ...counted,
    data: page.data
      .filter(({ id }) => !invalid.has(id))
      .map((row) => rows.get(row.id) ?? row),
    meta: {
      ...((fresh.get(index) ?? page).meta as ListMeta),
      reply,
      isInPlace: true,
    },
  }));
  queryClient.setQueryData(query.queryKey, (data: Pages | undefined) =>
    data && "pages" in data ? { ...data, pages } : pages[0],
  );
  refreshFacets(queryClient, resource.name);
  const isStale = [...fresh].some(([index, page]) =>
    hasMoved(idsOf(pages[index]), idsOf(page), ownChanges(name)),
  );
  if (isStale) staleLists.emit(resource.name);
}

/** The columns of a board are read again together, like the facets. */
function refreshBoard(
  { queryKey, state }: Query,
  { queryClient, workspace, changed }: RefreshOptions,
): void {
  const [name, method] = queryKey as ListKey;
  const resource = workspace.resources.find((list) => list.name === name);
  if (method !== "board" || !resource) return;
  const { columns = [] } = (state.data ?? {}) as {
    columns?: { records: RowRecord[] }[];
  };
  const pages = columns.map(({ records }) => ({ data: records }));
  const isAffected =
    affectedPages(pages, { workspace, changed, resource }).length > 0;
  if (isAffected) refreshFacets(queryClient, name);
}

/** Facets and boards are read again at most once in this time. */
const facetsPauseMs = 3_000;

/** Lists in their pause, and whether their facets have changed since it began. */
const pauses = new WeakMap<QueryClient, Map<string, boolean>>();

/** Reads the counts of a list's filters and its boards again, once for many changes. */
function refreshFacets(queryClient: QueryClient, list: string): void {
  const pausing = pauses.get(queryClient) ?? new Map<string, boolean>();
  pauses.set(queryClient, pausing);
  if (pausing.has(list)) {
    pausing.set(list, true);
    return;
  }
  pausing.set(list, false);
  void queryClient.invalidateQueries({ queryKey: [list, "facets"] });
  void queryClient.invalidateQueries({ queryKey: [list, "names"] });
  void queryClient.invalidateQueries({ queryKey: [list, "board"] });
  setTimeout(() => {
    const isChanged = pausing.get(list);
    pausing.delete(list);
    if (isChanged) refreshFacets(queryClient, list);
  }, facetsPauseMs);
}

/**
 * Whether rows have come, gone or changed places by changes of other people. Own
 * changes take rows from a page, which later rows then fill, and bring rows back.
 */
function hasMoved(
  shown: readonly string[],
  fresh: readonly string[],
  own: ReadonlySet<string>,
): boolean {
  const isOther = (id: string) => !own.has(id);
  const gone = shown.filter((id) => own.has(id) && !fresh.includes(id)).length;
  const come = fresh.filter((id) => own.has(id) && !shown.includes(id)).length;
  const [before, after] = [shown.filter(isOther), fresh.filter(isOther)];
  const filled = after.length - before.length;
  if (filled > gone || -filled > come) return true;
  const length = Math.min(before.length, after.length);
  return before.slice(0, length).join() !== after.slice(0, length).join();
}

/**
 * Returns the indexes of the shown pages to load again. A row that is not on
 * screen may be a new one, so the first page of such a list is loaded too.
 */
function affectedPages(
  shown: readonly Pick<Page, "data">[],
  {
    changed,
    workspace,
    resource,
  }: Pick<RefreshOptions, "changed" | "workspace"> & { resource: Resource },
): number[] {
  const indexes = [...shown.keys()];
  if (!changed || changed.lists.has(resource.name)) return indexes;
  const row = workspace.row(resource.row);
  const ids = new Set(changedIds(changed, resource, row));
  const affected = indexes.filter((index) =>
    shown[index]?.data.some(({ id }) => ids.has(id)),
  );
  const shownIds = new Set(
    shown.flatMap(({ data }) => data.map((row) => row.id)),
  );
  const hasNew = mayBeNew(row) && [...ids].some((id) => !shownIds.has(id));
  return hasNew && shown.length > 0 ? [...new Set([0, ...affected])] : affected;
}

const pagesOf = (data: Pages | undefined): Page[] => {
  if (!data) return [];
  return "pages" in data ? data.pages : [data];
};

const problemsOf = ({ meta }: Page) => (meta as ListMeta).problems;

const idsOf = (page: Page | undefined): string[] =>
  page?.data.map(({ id }) => id) ?? [];
