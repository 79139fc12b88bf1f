import type { Order, Resource } from "../resource";
import { defaultPageSize, largestPage } from "../limits";

export type FilterValue =
  | { kind: "choices"; values: string[] }
  | { kind: "range"; from: number | null; to: number | null }
  | { kind: "dates"; from: string | null; to: string | null }
  | { kind: "flag"; value: boolean }
  | { kind: "text"; text: string };

export type Search = { parameter: string; text: string };
export type ChosenSort = { id: string; order: Order };

/**
 * The filters, search, sort and page of a list, which URL and call carry. The board is in the
 * URL only.
 */
export type ListingState = {
  filters: Readonly<Record<string, FilterValue>>;
  search: Search | null;
  sort: ChosenSort | null;
  page: number;
  pageSize: number;
  /** The field of the board that the list shows; undefined in the other views. */
  board?: string | undefined;
};

/** A parameter of a URL that was ignored, and the reason. */
export type Dropped = {
  param: string;
  value: string;
  reason: "unknown" | "invalid";
};

export const pageSizesOf = (resource: Resource): readonly number[] =>
  resource.pageSizes ?? [defaultPageSize];

export const firstPageSize = (resource: Resource): number =>
  pageSizesOf(resource)[0] ?? defaultPageSize;

/** Returns the page number in the text, or null if it is invalid. */
export function readPage(text: string): number | null {
  if (!/^[1-9]\d{0,6}$/.test(text)) return null;
  const page = Number(text);
  return page <= largestPage ? page : null;
}

/** Returns the page size if the declaration offers it, else null. */
export function readPageSize(resource: Resource, text: string): number | null {
  return (
    pageSizesOf(resource).find((pageSize) => String(pageSize) === text) ?? null
  );
}

/** Returns the number of pages, or null while the total is unknown. */
export function pageCount(total: number, pageSize: number): number | null {
  return total < 0 ? null : Math.ceil(total / pageSize);
}

/** Returns the next sort after a click: ascending, descending, then none. */
export function nextSort(
  current: ChosenSort | null,
  id: string,
): ChosenSort | null {
  if (current?.id !== id) return { id, order: "ASC" };
  return current.order === "ASC" ? { id, order: "DESC" } : null;
}

/** Returns the sort with this id and order, or null if it is not declared. */
export function readSort(
  resource: Resource,
  id: string | null,
  order: string | null,
): ChosenSort | null {
  if (!resource.sorts.some((sort) => sort.id === id) || id === null)
    return null;
  const upper = (order ?? "ASC").toUpperCase();
  return isOrder(upper) ? { id, order: upper } : null;
}

const isOrder = (text: string): text is Order =>
  text === "ASC" || text === "DESC";
