import { filtersMeet } from "../condition/predicate";
import { filterId, type Filter, type Resource } from "../resource";
import { readFilter, writeFilter } from "./filterText";
import type { FilterValue, ListingState } from "./state";

type Chosen = ListingState["filters"];

/** Returns whether a filter is offered beside these values of the others. */
export const isOffered = ({ when }: Filter, filters: Chosen): boolean =>
  when === undefined ||
  filtersMeet(when, (id) => {
    const value = filters[id];
    return value ? valuesOf(value) : [];
  });

const valuesOf = (value: FilterValue): readonly string[] =>
  value.kind === "choices" ? value.values : [writeFilter(value)];

/** Removes the values of filters that the other values do not offer. */
export function offeredValues(
  { filters }: Pick<Resource, "filters">,
  chosen: Chosen,
): Chosen {
  const isLost = (filter: Filter) =>
    chosen[filterId(filter)] !== undefined && !isOffered(filter, chosen);
  const lost = new Set(filters.filter(isLost).map(filterId));
  if (lost.size === 0) return chosen;
  return Object.fromEntries(
    Object.entries(chosen).filter(([id]) => !lost.has(id)),
  );
}

/** Returns the value of a default; null if the filter cannot have it. */
export const defaultValue = (
  field: Parameters<typeof readFilter>[0],
  filter: Filter,
  today: string,
): FilterValue | null =>
  readFilter(
    field,
    filter,
    (filter.default?.value ?? "").replaceAll("@today", today),
  );
