import type { ListingState } from "../../../domain/listing/state";
import type { IdList } from "./idList";
import type { ListingQuery } from "./narrowing";
import type { RowSource } from "./rowSource";

/** The rows of a table that a viewer may read, narrowed by filters and search. */
export type IndexQuery = ListingQuery & { source: RowSource };

export type PagePart = Pick<ListingState, "sort" | "page" | "pageSize">;

export type Asked = {
  /** Without it no ids are found. */
  page?: PagePart;
  /** The filters to count, by id. */
  facets?: readonly string[] | "all";
};

export type Found = {
  /** The ids of the page, in order. */
  ids: string[];
  /** The number of matching rows. */
  total: number;
  /** The number of rows without filters and search. */
  totalUnfiltered: number;
  /**
   * The number of rows by facet and stored value: the total that the list would
   * have if its filter held only that value, after the resets that the change
   * causes.
   */
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The lowest and highest value by facet. */
  bounds: ReadonlyMap<string, { min: number | null; max: number | null }>;
};

/** Finds and counts the rows of all lists. Callers add texts and labels. */
export type ListingIndex = {
  /** Returns a page, its totals and the counts of facets in one call. */
  find(query: IndexQuery, asked: Asked): Promise<Found>;
  /** Returns all matching ids in order, without the time limit of requests. */
  all(query: IndexQuery, sort: ListingState["sort"]): Promise<IdList>;
  /** Returns the sum of each field over all matching rows; 0 without rows. */
  sums(
    query: IndexQuery,
    fields: readonly string[],
  ): Promise<Record<string, number>>;
};
