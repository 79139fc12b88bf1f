import type { QueryClient } from "@tanstack/react-query";
import type { Row } from "./dataProvider";

/** The lists of the workshop have records without a row. */
export type CachedRow = { id: unknown; row?: Row };
type CachedPage = { data: CachedRow[]; meta?: object };
type CachedPages = CachedPage | { pages: CachedPage[] };

const listMethods = ["getList", "getInfiniteList"];

/** Writes new values into the rows of all loaded lists for which `isMeant` is true. */
export function patchCachedRows(
  queryClient: QueryClient,
  isMeant: (record: CachedRow) => boolean,
  values: Row,
): void {
  const patchPage = (page: CachedPage): CachedPage => ({
    ...page,
    // The rows were not read again, so the list may still have changed.
    meta: { ...page.meta, isInPlace: true },
    data: page.data.map((record) =>
      isMeant(record)
        ? { ...record, row: { ...record.row, ...values } }
        : record,
    ),
  });
  queryClient.setQueriesData<CachedPages>(
    { predicate: ({ queryKey }) => listMethods.includes(String(queryKey[1])) },
    (data) => {
      if (!data) return data;
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
      const pages = data && "pages" in data ? data.pages : data ? [data] : [];
      return pages.some((page) => page.data.some(isMeant));
    })
    .map(([[name]]) => String(name));
