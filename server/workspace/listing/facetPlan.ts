import {
  filterKind,
  type FilterKind,
} from "../../../domain/listing/filterKind";
import {
  filterId,
  type Field,
  type Filter,
  type Resource,
} from "../../../domain/resource";
import type { ListingQuery, Narrowing } from "./narrowing";
import { fieldOf, isStored, type RowSource } from "./rowSource";

/** One facet to count, and the chosen conditions that hold for it. */
export type FacetPlan = {
  id: string;
  filter: Filter;
  field: Field;
  kind: FilterKind;
  /** Names of the conditions that stay when this filter takes another value. */
  within: string[];
};

/**
 * The facets of a query. A change of a filter takes away its own value, those
 * it resets, and those that are offered only within it; a filter within
 * another is counted only when that one has a value. Free text and from-to
 * dates have no facet.
 */
export function facetPlans(
  source: RowSource,
  query: ListingQuery,
  narrowing: Narrowing,
): FacetPlan[] {
  const { resource, row, state } = query;
  return resource.filters.flatMap((filter): FacetPlan[] => {
    const id = filterId(filter);
    const field = fieldOf(row, filter.field);
    const kind = filterKind(field, filter);
    const isCounted = kind.kind !== "text" && kind.kind !== "dates";
    const isWithout = filter.by !== undefined && !state.filters[filter.by];
    if (!isCounted || isWithout || !isStored(source, filter.field)) return [];
    const left = clearedBy(resource, filter);
    const within = [...narrowing.chosen.keys()].filter(
      (name) => !left.has(name),
    );
    return [{ id, filter, field, kind, within }];
  });
}

/** The filters that lose their value when this one changes, itself included. */
export function clearedBy(resource: Resource, filter: Filter): Set<string> {
  const id = filterId(filter);
  const inside = resource.filters.filter((other) => other.by === id);
  return new Set([id, ...(filter.resets ?? []), ...inside.map(filterId)]);
}
