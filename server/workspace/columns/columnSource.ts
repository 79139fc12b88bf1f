import { sql, type RawBuilder } from "kysely";
import { fieldType, type Field } from "../../../domain/resource";
import { dayValue, fieldValue } from "../listing/fieldSql";
import { storageOf, type RowSource } from "../listing/rowSource";

/** A column to load: its name in the table, and its SQL value. */
export type LoadedColumn = { name: string; value: RawBuilder<unknown> };

/** How a query uses a field. A date has one column for its day and one for its time. */
export type FieldUse = "value" | "day";

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
