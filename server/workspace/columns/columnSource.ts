import { sql, type RawBuilder } from "kysely";
import { fieldType, isDate, type Field } from "../../../domain/resource";
import { dayValue, fieldValue } from "../listing/fieldSql";
import { storageOf, type RowSource } from "../listing/rowSource";

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
