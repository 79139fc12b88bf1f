import {
  filterId,
  type Filter,
  type Resource,
  type RowSchema,
} from "../resource";
import { filterKind } from "./kinds/kinds";
import type { FilterValue, ListingState } from "./state";

/**
 * Returns the filter behind a board over a field: each value of the field is a column, and
 * the filter finds and counts its rows. Undefined without a filter for single values that is
 * always offered.
 */
export const boardFilter = (
  { filters }: Pick<Resource, "filters">,
  { properties }: Pick<RowSchema, "properties">,
  name: string,
): Filter | undefined => {
  const field = properties[name];
  return filters.find(
    (filter) =>
      filter.field === name &&
      field !== undefined &&
      filterKind(field, filter) === "enum" &&
      filter.when === undefined &&
      filter.by === undefined,
  );
};

/**
 * Returns the values of the field that a board has as columns, in the order of the schema:
 * all values that the viewer may filter by, or the values chosen in the filter.
 */
export function boardValues(
  filter: Filter,
  { properties }: Pick<RowSchema, "properties">,
  filters: ListingState["filters"],
): string[] {
  const { enum: values = [], "x-groups": groups = {} } =
    properties[filter.field] ?? {};
  const refused = new Set(filter.except);
  const offered = values
    .filter((value) => value !== null)
    .map(String)
    .filter((value) => !refused.has(value));
  const chosen = filters[filterId(filter)];
  if (chosen?.kind !== "choices") return offered;
  const kept = new Set(
    chosen.values.flatMap((value) => [
      value,
      ...(groups[value] ?? []).map(String),
    ]),
  );
  return offered.filter((value) => kept.has(value));
}

/** Returns the filters of the list with the rows of one column of a board. */
export const columnFilters = (
  filter: Filter,
  filters: ListingState["filters"],
  value: string,
): Record<string, FilterValue> => ({
  ...filters,
  [filterId(filter)]: { kind: "choices", values: [value] },
});
