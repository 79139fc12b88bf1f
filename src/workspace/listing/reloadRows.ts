import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { GetListResult } from "ra-core";
import type { Row, RowRecord } from "../../providers/dataProvider";

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
