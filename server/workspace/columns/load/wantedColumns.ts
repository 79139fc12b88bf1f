import { summaryField } from "../../../../domain/summary";
import { sql, type RawBuilder } from "kysely";
import { filterKind } from "../../../../domain/listing/kinds/kinds";
import { fieldsIn } from "../../../../domain/condition/condition";
import { inputsOf, isComputed } from "../../../../domain/computed/rule";
import {
  fieldType,
  isDate,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../../domain/resource";
import { dayValue, fieldValue } from "../../listing/source/fieldSql";
import { storageOf, type RowSource } from "../../listing/source/rowSource";

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
    if (isComputed(field)) return;
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
  for (const field of Object.values(row.properties))
    for (const name of inputsOf(field)) want(name);
  for (const resource of resources) {
    const { filters, sorts, defaultOrder, where, search, summary, chart } =
      resource;
    for (const { field } of [...filters, ...sorts]) want(field);
    for (const entry of summary ?? []) want(summaryField(entry));
    want(defaultOrder?.field);
    want(chart?.x);
    want(chart?.y);
    for (const field of fieldsIn(where)) want(field);
    for (const { fields, match } of search?.parameters ?? [])
      for (const name of fields)
        if (storageOf(source, name).kind === "term") want(name);
        else if (match !== "words") wantText(name);
    for (const filter of filters) {
      const field = row.properties[filter.field];
      if (field && filterKind(field, filter) === "text") wantText(filter.field);
    }
  }
  return [...columns.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A column to load: its name in the table, and its SQL value. */
export type LoadedColumn = { name: string; value: RawBuilder<unknown> };

/**
 * How a query uses a field: by its value, by the day of a date, or by a text in
 * lower case. Each has a column of its own.
 */
export type FieldUse = "value" | "day" | "text";

/**
 * Returns the column that holds a field for a use, or null if it cannot be
 * loaded. Values of `extra` are loaded as they are stored, so that a schema edit
 * changes only how they are read.
 */
export function columnOf(
  source: RowSource,
  name: string,
  field: Field,
  use: FieldUse = "value",
): LoadedColumn | null {
  const storage = storageOf(source, name);
  // The database makes the letters lower, as it does for its own searches.
  if (use === "text")
    return isText(field) && ["column", "extra"].includes(storage.kind)
      ? {
          name: `${name}.text`,
          value: sql`lower(${fieldValue(source, name, field)})`,
        }
      : null;
  switch (storage.kind) {
    case "computed":
    case "id":
      return null;
    case "extra": {
      const column = sql.ref(`${source.table}.${storage.column}`);
      return {
        name: `extra.${storage.key}`,
        value: sql`${column} -> ${sql.lit(storage.key)}`,
      };
    }
    case "term":
    case "list":
    case "expression":
      return { name, value: fieldValue(source, name, field) };
    case "column": {
      if (use === "day")
        return {
          name: `${name}.day`,
          value: sql`(${dayValue(source, name, field).value})::text`,
        };
      const value = fieldValue(source, name, field);
      const isMoment =
        field.format === "date-time" && fieldType(field) === "string";
      // Microseconds, because texts of moments depend on the session.
      return isMoment
        ? { name, value: sql`(extract(epoch from ${value}) * 1000000)::bigint` }
        : { name, value };
    }
  }
}

/** Returns whether a field holds texts that people write. */
const isText = (field: Field): boolean =>
  fieldType(field) === "string" && !isDate(field) && !field.enum;
