import type { ListingState } from "../../../domain/listing/state";
import type { NumberRange, Option } from "../../../generated/schemas";
import type { IdList } from "./idList";
import type { ListingQuery } from "./narrowing";

export type PageQuery = ListingQuery & { state: ListingState };

/** The ids of one page, the number of matching rows, and of all rows. */
export type FoundPage = {
  ids: string[];
  total: number;
  totalUnfiltered: number;
};

/** Returns the label of a choice that is not a dictionary word. */
export type ChoiceLabel = (field: string, value: string) => string;

export type Facets = {
  total: number;
  totalUnfiltered: number;
  options: Record<string, Option[]>;
  ranges: Record<string, NumberRange>;
};

/**
 * Answers lists and facets. The count of a choice is the total that the list
 * would have if its filter held only that choice, after the resets that the
 * change causes.
 */
export type ListingIndex = {
  search(query: PageQuery): Promise<FoundPage>;
  /** Returns all matching ids in order, without the time limit of requests. */
  all(query: PageQuery): Promise<IdList>;
  /** Returns the facets of the wanted filters, by default of all. */
  facets(
    query: ListingQuery,
    asked: { label: ChoiceLabel; wanted?: readonly string[] | undefined },
  ): Promise<Facets>;
  /** Returns the choices of one facet with the text in their label. */
  options(
    query: ListingQuery,
    asked: { filter: string; search?: string; label: ChoiceLabel },
  ): Promise<Option[]>;
};
