import { sql, type RawBuilder } from "kysely";
import { fieldType, type Field } from "../../../domain/resource";
import { storageOf, type RowSource } from "./rowSource";

type Sql = RawBuilder<unknown>;

const columnOf = (source: RowSource, column: string): Sql =>
  sql.ref(`${source.table}.${column}`);

/**
 * A field's value in SQL, typed as its schema says; the id where it is a word
 * of a dictionary. Throws for a field that has no place in the table.
 */
export function fieldValue(source: RowSource, name: string, field: Field): Sql {
  const storage = storageOf(source, name);
  switch (storage.kind) {
    case "column":
    case "term":
      return columnOf(source, storage.column);
    case "id":
      return sql`${columnOf(source, storage.column)}::text`;
    case "list":
      return sql`string_to_array(nullif(${columnOf(source, storage.column)}, ''), ${storage.separator})`;
    case "expression":
      return storage.expression;
    case "extra":
      return extraValue(
        columnOf(source, storage.column),
        sql.lit(storage.key),
        fieldType(field),
      );
    case "computed":
      throw new Error(`${source.table} does not hold "${name}"`);
  }
}

function extraValue(column: Sql, key: Sql, type: string): Sql {
  switch (type) {
    case "integer":
    case "number":
      return sql`(${column} ->> ${key})::numeric`;
    case "boolean":
      return sql`(${column} ->> ${key})::boolean`;
    case "array":
      return sql`array(select jsonb_array_elements_text(${column} -> ${key}))`;
    default:
      return sql`(${column} ->> ${key})`;
  }
}

/** A date's day in Japan: a date, or ISO text where it is not a column. */
export function dayValue(
  source: RowSource,
  name: string,
  field: Field,
): { value: Sql; type: Sql } {
  const storage = storageOf(source, name);
  const value = fieldValue(source, name, field);
  if (storage.kind === "extra")
    return { value: sql`left(${value}, 10)`, type: sql`text` };
  const type = sql`date`;
  if (storage.kind === "column" && storage.day)
    return { value: columnOf(source, storage.day), type };
  if (field.format === "date") return { value, type };
  return { value: sql`(${value} at time zone 'Asia/Tokyo')::date`, type };
}

/** A LIKE pattern for the text as it stands, its own wildcards taken literally. */
export const likePattern = (text: string): string =>
  text.replace(/[\\%_]/g, "\\$&");
