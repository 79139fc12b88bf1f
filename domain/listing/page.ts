import { defaultPageSize, largestPage } from "../limits";
import type { Resource } from "../resource";

export const pageSizesOf = (resource: Resource): readonly number[] =>
  resource.pageSizes ?? [defaultPageSize];

export const firstPageSize = (resource: Resource): number =>
  pageSizesOf(resource)[0] ?? defaultPageSize;

/** A page number from text; null when it is none. */
export function readPage(text: string): number | null {
  if (!/^[1-9]\d{0,6}$/.test(text)) return null;
  const page = Number(text);
  return page <= largestPage ? page : null;
}

/** A page size that the declaration offers; null for any other. */
export function readPageSize(resource: Resource, text: string): number | null {
  return (
    pageSizesOf(resource).find((pageSize) => String(pageSize) === text) ?? null
  );
}

/** How many pages a list has; null while its total is not known. */
export function pageCount(total: number, pageSize: number): number | null {
  return total < 0 ? null : Math.ceil(total / pageSize);
}
