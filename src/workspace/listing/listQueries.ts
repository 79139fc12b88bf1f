import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { DataProvider, GetListResult } from "ra-core";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import {
  listParams,
  type Row,
  type RowRecord,
} from "../../providers/dataProvider";
import type { Workspace } from "../../providers/workspace";
import { facetsQuery } from "./useFacets";

/**
 * Reads the rows and facets of a list into the query cache, under the keys of
 * react-admin's list hooks and of `useFacets`. Failures are left to the list.
 */
export async function prefetchList(
  queryClient: QueryClient,
  list: {
    workspace: Workspace;
    dataProvider: DataProvider;
    resource: Resource;
    state: ListingState;
    scrolls: boolean;
  },
): Promise<void> {
  const { workspace, dataProvider, resource, state, scrolls } = list;
  const params = listParams(state, scrolls);
  const { name, calls } = resource;
  const rows = async ({ signal }: { signal: AbortSignal }) => {
    const result = await dataProvider.getList<RowRecord>(name, {
      ...params,
      signal,
    });
    const { data, total, pageInfo } = result;
    return { data, total, pageInfo, meta: result.meta as unknown };
  };
  await Promise.allSettled([
    scrolls
      ? queryClient.infiniteQuery({
          queryKey: [name, "getInfiniteList", params],
          queryFn: async (call) => ({ ...(await rows(call)), pageParam: 1 }),
          initialPageParam: 1,
        })
      : queryClient.query({
          queryKey: [name, "getList", params],
          queryFn: rows,
        }),
    calls.facets &&
      queryClient.query(
        facetsQuery({ workspace, resource, choice: state, hasAll: false }),
      ),
  ]);
}

type Page = GetListResult<RowRecord>;

/**
 * Reads the rows of a list that are on screen again and returns them by id;
 * null if that fails.
 */
export async function reloadRows(
  queryClient: QueryClient,
  list: string,
): Promise<ReadonlyMap<string, Row> | null> {
  const since = Date.now();
  const lists = {
    type: "active" as const,
    predicate: ({
      queryKey: [name, method],
    }: {
      queryKey: readonly unknown[];
    }) =>
      name === list && (method === "getList" || method === "getInfiniteList"),
  };
  await queryClient.refetchQueries(lists);
  const queries = queryClient
    .getQueryCache()
    .findAll(lists)
    .filter((query) => !query.isDisabled());
  // Without a connection, the call waits and its data stay as they were.
  const isFresh = ({ state }: (typeof queries)[number]) =>
    state.status === "success" && state.dataUpdatedAt >= since;
  if (queries.length === 0 || !queries.every(isFresh)) return null;
  const rows = queries.flatMap(({ state }) => {
    const data = state.data as Page | InfiniteData<Page>;
    const pages = "pages" in data ? data.pages : [data];
    return pages.flatMap((page) => page.data);
  });
  return new Map(rows.map(({ id, row }) => [id, row]));
}
