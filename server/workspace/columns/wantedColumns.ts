import { conditionsOf } from "../../../domain/listing/fixedConditions";
import { filterKind } from "../../../domain/listing/filterKind";
import type { Resource, RowSchema } from "../../../domain/resource";
import { storageOf, type RowSource } from "../listing/rowSource";
import { columnOf, type LoadedColumn } from "./columnSource";

/**
 * Returns the columns that the lists of an area need for filters, sorts, sums,
 * fixed conditions and searched dictionaries. Their names identify them.
 */
export function wantedColumns(
  source: RowSource,
  resources: readonly Resource[],
  row: RowSchema,
): LoadedColumn[] {
  const columns = new Map<string, LoadedColumn>();
  const want = (name: string | undefined) => {
    const field = name === undefined ? undefined : row.properties[name];
    if (name === undefined || !field) return;
    for (const use of ["value", "day"] as const) {
      const isDay = use === "day";
      const isDate = field.format === "date" || field.format === "date-time";
      if (isDay && !isDate) continue;
      const column = columnOf(source, name, field, use);
      if (column) columns.set(column.name, column);
    }
  };
  const wantText = (name: string) => {
    const field = row.properties[name];
    const column = field && columnOf(source, name, field, "text");
    if (column) columns.set(column.name, column);
  };
  for (const resource of resources) {
    const { filters, sorts, defaultOrder, where, search, summary, chart } =
      resource;
    for (const { field } of [...filters, ...sorts]) want(field);
    for (const name of summary ?? []) want(name);
    want(defaultOrder?.field);
    want(chart?.x);
    want(chart?.y);
    for (const { field } of conditionsOf(where)) want(field);
    for (const { fields, match } of search?.parameters ?? [])
      for (const name of fields)
        if (storageOf(source, name).kind === "term") want(name);
        else if (match !== "words") wantText(name);
    for (const filter of filters) {
      const field = row.properties[filter.field];
      if (field && filterKind(field, filter).kind === "text")
        wantText(filter.field);
    }
  }
  return [...columns.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
