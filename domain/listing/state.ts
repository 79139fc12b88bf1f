import type { Order } from "../resource";

export type FilterValue =
  | { kind: "choices"; values: string[] }
  | { kind: "range"; from: number | null; to: number | null }
  | { kind: "dates"; from: string | null; to: string | null }
  | { kind: "flag"; value: boolean }
  | { kind: "text"; text: string };

export type Search = { parameter: string; text: string };
export type ChosenSort = { id: string; order: Order };

/** What a person has chosen in a list; the URL and the call say the same. */
export type ListingState = {
  filters: Readonly<Record<string, FilterValue>>;
  search: Search | null;
  sort: ChosenSort | null;
  page: number;
  pageSize: number;
};

/** A part of a URL or a call that was not taken, and why. */
export type Dropped = {
  param: string;
  value: string;
  reason: "unknown" | "invalid";
};
