import type { ListingState } from "../../../domain/listing/state";
import type { NumberRange, Option } from "../../../generated/schemas";
import type { IdList } from "./idList";
import type { ListingQuery } from "./narrowing";

export type PageQuery = ListingQuery & { state: ListingState };

/** The ids of one page, how many rows were found, and how many there are. */
export type FoundPage = {
  ids: string[];
  total: number;
  totalUnfiltered: number;
};

/** What a choice is called, where it is no word of a dictionary. */
export type ChoiceLabel = (field: string, value: string) => string;

export type Facets = {
  total: number;
  totalUnfiltered: number;
  options: Record<string, Option[]>;
  ranges: Record<string, NumberRange>;
};

/**
 * Answers lists and their facets. The count of a choice is the total if its
 * facet held only that choice, after the resets its change causes.
 */
export type ListingIndex = {
  search(query: PageQuery): Promise<FoundPage>;
  /** Every row found, in order, whatever the page; may take its time. */
  all(query: PageQuery): Promise<IdList>;
  /** All facets, or those of the wanted filters only. */
  facets(
    query: ListingQuery,
    asked: { label: ChoiceLabel; wanted?: readonly string[] | undefined },
  ): Promise<Facets>;
  /** The choices of one facet, those whose label contains the text. */
  options(
    query: ListingQuery,
    asked: { filter: string; search?: string; label: ChoiceLabel },
  ): Promise<Option[]>;
};
