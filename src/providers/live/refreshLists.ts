import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import type { DataProvider, GetListParams, GetListResult } from "ra-core";
import type { Workspace } from "../createWorkspace";
import type { ListMeta, RowRecord } from "../dataProvider";
import { staleLists } from "../events";

type Page = GetListResult<RowRecord>;
type ListKey = readonly [name: string, method: string, params: GetListParams];

/** Which rows have changed; without it any may have. */
export type Changed = { bidIds: string[]; lotIds: string[] } | null;

/**
 * Reads the lists on screen again that have changed rows. What a row says is
 * renewed where it stands; that rows have come, gone or moved is only told.
 */
export async function refreshLists(options: {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  workspace: Workspace;
  changed: Changed;
}): Promise<void> {
  const { queryClient, workspace } = options;
  for (const query of queryClient.getQueryCache().findAll({ type: "active" })) {
    const [name, method] = query.queryKey as ListKey;
    const resource = workspace.resources.find((one) => one.name === name);
    if (!resource) continue;
    const isOfLots = resource.pageType !== undefined;
    if (method === "getList")
      await refreshPages({ ...options, query, isOfLots, isEndless: false });
    if (method === "getInfiniteList")
      await refreshPages({ ...options, query, isOfLots, isEndless: true });
  }
}

async function refreshPages(options: {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  query: Query;
  /** Lists of lots are concerned by those they show, others by any bid. */
  isOfLots: boolean;
  isEndless: boolean;
  changed: Changed;
}): Promise<void> {
  const { queryClient, dataProvider, query, isOfLots, isEndless, changed } =
    options;
  const [name, , params] = query.queryKey as ListKey;
  const read = () => query.state.data as Page | InfiniteData<Page> | undefined;
  const shown = pagesOf(read());
  if (shown.length === 0 || !isConcerned({ shown, isOfLots, changed })) return;
  const first = params.pagination?.page ?? 1;
  const fresh: Page[] = await Promise.all(
    shown.map((_, index) =>
      dataProvider.getList<RowRecord>(name, {
        ...params,
        pagination: {
          perPage: params.pagination?.perPage ?? 20,
          page: first + index,
        },
      }),
    ),
  );
  // A page that was read or left meanwhile is newer than what was asked for.
  if (pagesOf(read()).some((page, index) => page !== shown[index])) return;
  const pages = shown.map((page, index) =>
    inPlace({ page, fresh, own: fresh[index] }),
  );
  queryClient.setQueryData(
    query.queryKey,
    isEndless ? { ...read(), pages } : pages[0],
  );
  if (!hasSameRows(pages, fresh)) staleLists.emit(name);
}

const pagesOf = (data: Page | InfiniteData<Page> | undefined): Page[] => {
  if (!data) return [];
  return "pages" in data ? data.pages : [data];
};

const rowsOf = (pages: readonly Page[]) => pages.flatMap(({ data }) => data);

function isConcerned(options: {
  shown: readonly Page[];
  /** Lists of lots are concerned by those they show, others by any bid. */
  isOfLots: boolean;
  changed: Changed;
}): boolean {
  const { shown, isOfLots, changed } = options;
  if (!changed) return true;
  if (!isOfLots) return changed.bidIds.length > 0;
  return rowsOf(shown).some(({ id }) => changed.lotIds.includes(id));
}

/**
 * The rows where they were, as they are now, without those that cannot be shown
 * any more; the counts of the tabs as well.
 */
function inPlace(options: {
  page: Page;
  fresh: readonly Page[];
  own: Page | undefined;
}): Page {
  const { page, fresh, own } = options;
  const now = new Map(rowsOf(fresh).map((row) => [row.id, row]));
  const wrong = new Set(fresh.flatMap(problemsOf).map(({ key }) => key));
  return {
    ...page,
    data: page.data
      .filter(({ id }) => !wrong.has(id))
      .map((row) => now.get(row.id) ?? row),
    meta: own?.meta as unknown,
  };
}

const problemsOf = ({ meta }: Page) => (meta as ListMeta).problems;

const hasSameRows = (shown: readonly Page[], fresh: readonly Page[]) =>
  rowsOf(shown)
    .map(({ id }) => id)
    .join() ===
  rowsOf(fresh)
    .map(({ id }) => id)
    .join();
