import type { QueryClient, InfiniteData } from "@tanstack/react-query";
import type { Row, RowRecord } from "./dataProvider";
import type { GetListResult } from "ra-core";

/** The lists of the workshop have records without a row. */
export type CachedRow = { id: unknown; row?: Row };
type CachedPage = { data: CachedRow[]; meta?: object };
type CachedBoard = { columns: { records: CachedRow[] }[] };
type CachedPages = CachedPage | { pages: CachedPage[] } | CachedBoard;

const listMethods = ["getList", "getInfiniteList", "board"];

/** Writes new values into the rows of all loaded lists for which `isMeant` is true. */
export function patchCachedRows(
  queryClient: QueryClient,
  isMeant: (record: CachedRow) => boolean,
  values: Row,
): void {
  const patch = (record: CachedRow): CachedRow =>
    isMeant(record) ? { ...record, row: { ...record.row, ...values } } : record;
  const patchPage = (page: CachedPage): CachedPage => ({
    ...page,
    // The rows were not read again, so the list may still have changed.
    meta: { ...page.meta, isInPlace: true },
    data: page.data.map(patch),
  });
  queryClient.setQueriesData<CachedPages>(
    { predicate: ({ queryKey }) => listMethods.includes(String(queryKey[1])) },
    (data) => {
      if (!data) return data;
      if ("columns" in data)
        return {
          columns: data.columns.map((column) => ({
            ...column,
            records: column.records.map(patch),
          })),
        };
      return "pages" in data
        ? { ...data, pages: data.pages.map(patchPage) }
        : patchPage(data);
    },
  );
}

/** Returns the names of the loaded lists that have a row for which `isMeant` is true. */
export const listsWithRow = (
  queryClient: QueryClient,
  isMeant: (record: CachedRow) => boolean,
): string[] =>
  queryClient
    .getQueriesData<CachedPages>({
      predicate: ({ queryKey }) => listMethods.includes(String(queryKey[1])),
    })
    .filter(([, data]) => {
      if (!data) return false;
      if ("columns" in data)
        return data.columns.some(({ records }) => records.some(isMeant));
      const pages = "pages" in data ? data.pages : [data];
      return pages.some((page) => page.data.some(isMeant));
    })
    .map(([[name]]) => String(name));

/** The rows that were changed in this tab since their list was read, by list. */
const changedHere = new Map<string, Set<string>>();

/** Notes that rows may leave or change their places because of a change made here. */
export function noteOwnChanges(list: string, ids: readonly string[]): void {
  const known = changedHere.get(list) ?? new Set();
  for (const id of ids) known.add(id);
  changedHere.set(list, known);
}

/** Returns the rows of a list that were changed here since it was read. */
export const ownChanges = (list: string): ReadonlySet<string> =>
  changedHere.get(list) ?? new Set();

/** Forgets the changes of a list that has been read again. */
export const forgetOwnChanges = (list: string): void => {
  changedHere.delete(list);
};

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
