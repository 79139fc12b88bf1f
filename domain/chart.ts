import { filterKind, formOf } from "./listing/kinds/kinds";
import type { FilterValue } from "./listing/state";
import { filterId, type Field, type Filter, type Resource } from "./resource";
import type { VisibilityCheck } from "./visible/isVisible";

/** The declared chart of a list. */
export type Chart = NonNullable<Resource["chart"]>;

/** Values that a chart or a tile shows if its declaration does not say how many. */
export const defaultGroups = 8;

/** Returns the axes of a chart by week; null for a chart over choices. */
export const weekAxes = ({ x, y }: Chart): { x: string; y: string } | null =>
  x !== undefined && y !== undefined ? { x, y } : null;

/** Returns whether a chart can have a bar for each value of the filter. */
export const hasGroups = (field: Field, filter: Filter): boolean =>
  ["choices", "flag"].includes(formOf(filterKind(field, filter)));

/** Returns whether a chart is visible: with both of its fields, or with its filter. */
export function isVisibleChart(
  chart: Chart,
  filters: readonly Filter[],
  visibility: VisibilityCheck,
): boolean {
  const { x, y, by } = chart;
  return by === undefined
    ? visibility.isVisible(undefined, [x, y])
    : filters.some((filter) => filterId(filter) === by);
}

/** Returns the value of a filter that has only the rows of a group. */
export const groupValue = (
  field: Field,
  filter: Filter,
  value: string,
): FilterValue =>
  filterKind(field, filter) === "flag"
    ? { kind: "flag", value: value === "1" }
    : { kind: "choices", values: [value] };

/** The value of a filter "Not given" that has only the rows without a value. */
export const missingValue: FilterValue = { kind: "choices", values: ["empty"] };

/** Returns the filter "Not given" of the field of another filter, if the list has one. */
export const missingFilter = (
  { filters }: Pick<Resource, "filters">,
  { field }: Filter,
): Filter | undefined =>
  filters.find((filter) => filter.kind === "empty" && filter.field === field);
