import { isComputed } from "../../../../domain/computed/rule";
import {
  filterKind,
  type FilterKind,
} from "../../../../domain/listing/kinds/kinds";
import type { ListingState } from "../../../../domain/listing/state";
import {
  filterId,
  type Field,
  type Filter,
  type Resource,
} from "../../../../domain/resource";
import { fieldOf, isStored, type RowSource } from "../source/rowSource";
import type { ListingQuery } from "./narrowing";

/**
 * How the facet of each kind counts rows: by value, by each entry of a list, by the choices
 * of the kind, or the lowest and highest value; null for kinds without a facet.
 */
export const facetCounting = {
  terms: "values",
  enum: "values",
  days: "values",
  texts: "entries",
  codes: "values",
  empty: "choices",
  newerThan: "choices",
  range: "bounds",
  dates: null,
  flag: "values",
  text: null,
} as const satisfies Record<FilterKind, string | null>;

/** A filter whose values can be counted. */
export type Facet = {
  id: string;
  filter: Filter;
  field: Field;
  kind: FilterKind;
};

/** A facet to count, and the conditions that apply to it. */
export type FacetPlan = Facet & {
  /** The conditions that stay when the value of this filter changes. */
  within: string[];
};

/**
 * Returns the facets of a query. A filter within an outer filter is counted only
 * if that has a value.
 */
export function facetsOf(source: RowSource, query: ListingQuery): Facet[] {
  const { resource, row, state } = query;
  return resource.filters.flatMap((filter): Facet[] => {
    const field = fieldOf(row, filter.field);
    const kind = filterKind(field, filter);
    const isWithout = filter.by !== undefined && !state.filters[filter.by];
    const isKnown = isStored(source, filter.field) || isComputed(field);
    if (!facetCounting[kind] || isWithout || !isKnown) return [];
    return [{ id: filterId(filter), filter, field, kind }];
  });
}

/**
 * Returns the facets of a query with the conditions to count them under. These
 * leave out the facet's own filter and all filters that a change of it clears.
 */
export const facetPlans = (
  source: RowSource,
  query: ListingQuery,
  narrowing: { chosen: ReadonlyMap<string, unknown> },
): FacetPlan[] =>
  facetsOf(source, query).map((facet) => {
    const left = clearedBy(query.resource, facet.filter);
    const within = [...narrowing.chosen.keys()].filter(
      (name) => !left.has(name),
    );
    return { ...facet, within };
  });

/**
 * Returns the ids of the filters that a change of this one clears, including
 * itself.
 */
function clearedBy(resource: Resource, filter: Filter): Set<string> {
  const id = filterId(filter);
  const inside = resource.filters.filter((other) => other.by === id);
  return new Set([id, ...(filter.resets ?? []), ...inside.map(filterId)]);
}

/**
 * Returns the state with only this choice in the filter, after the resets that
 * the change causes. Returns the same state if the filter already holds it.
 */
export function withChoice(
  { resource, state }: { resource: Resource; state: ListingState },
  filter: Filter,
  value: string,
): ListingState {
  const id = filterId(filter);
  const present = state.filters[id];
  const isPresent =
    present?.kind === "choices" &&
    present.values.length === 1 &&
    present.values[0] === value;
  return isPresent
    ? state
    : withValues({ resource, state }, filter, {
        [id]: { kind: "choices", values: [value] },
      });
}

/**
 * Returns the state with these values, without the filter and the filters that a change of it
 * clears. If the values are a choice of the filter, the facet of the filter counts the same
 * rows.
 */
export function withValues(
  { resource, state }: { resource: Resource; state: ListingState },
  filter: Filter,
  values: ListingState["filters"],
): ListingState {
  const cleared = clearedBy(resource, filter);
  const kept = Object.entries(state.filters).filter(
    ([name]) => !cleared.has(name),
  );
  return { ...state, filters: { ...Object.fromEntries(kept), ...values } };
}
