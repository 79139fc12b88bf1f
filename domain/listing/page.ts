import { defaultPageSize, largestPage } from "../limits";
import type { Resource } from "../resource";

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
