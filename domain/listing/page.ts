import { defaultPageSize, largestPage } from "../limits";
import type { Order, Resource } from "../resource";
import type { ChosenSort } from "./state";

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
