import type { Order } from "../resource";

export type FilterValue =
  | { kind: "choices"; values: string[] }
  | { kind: "range"; from: number | null; to: number | null }
  | { kind: "dates"; from: string | null; to: string | null }
  | { kind: "flag"; value: boolean }
  | { kind: "text"; text: string };

export type Search = { parameter: string; text: string };
export type ChosenSort = { id: string; order: Order };

/**
 * The filters, search, sort and page of a list. URL and call carry the same.
 */
export type ListingState = {
  filters: Readonly<Record<string, FilterValue>>;
  search: Search | null;
  sort: ChosenSort | null;
  page: number;
  pageSize: number;
};

/** A parameter of a URL that was ignored, and the reason. */
export type Dropped = {
  param: string;
  value: string;
  reason: "unknown" | "invalid";
};
