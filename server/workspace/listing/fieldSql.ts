import { sql, type RawBuilder } from "kysely";
import { fieldType, type Field } from "../../../domain/resource";
import { extraForm, extraValue, type ExtraPlace } from "./extraSql";
import { extraType } from "./extraType";
import { storageOf, type RowSource } from "./rowSource";

type Sql = RawBuilder<unknown>;

const columnOf = (source: RowSource, column: string): Sql =>
  sql.ref(`${source.table}.${column}`);

/**
 * Returns the SQL value of a field; for a dictionary word, its id. Throws for a
 * computed field, which the table does not hold.
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
      return extraValue(extraPlace(source, storage), field);
    case "computed":
      throw new Error(`${source.table} does not hold "${name}"`);
  }
}

/**
 * Returns the value of an id or a number code with its type, so that it compares
 * without a cast that an index could not use.
 */
export function codeValue(
  source: RowSource,
  name: string,
  field: Field,
): { value: Sql; type: Sql } {
  const storage = storageOf(source, name);
  if (storage.kind === "id")
    return { value: columnOf(source, storage.column), type: sql`bigint` };
  const value = fieldValue(source, name, field);
  return fieldType(field) === "string"
    ? { value, type: sql`text` }
    : { value, type: sql`numeric` };
}

/** Returns the column and key of a field of `extra`. */
export const extraPlace = (
  source: RowSource,
  { column, key }: { column: string; key: string },
): ExtraPlace => ({ column: columnOf(source, column), key });

/**
 * Returns the day of a date in Japan, as a date, or as ISO text for `extra`.
 */
export function dayValue(
  source: RowSource,
  name: string,
  field: Field,
): { value: Sql; type: Sql } {
  const storage = storageOf(source, name);
  if (storage.kind === "extra") {
    const form = extraType(field) === "moment" ? "day" : "value";
    const place = extraPlace(source, storage);
    return { value: extraForm(place, field, form), type: sql`text` };
  }
  const value = fieldValue(source, name, field);
  const type = sql`date`;
  if (storage.kind === "column" && storage.day)
    return { value: columnOf(source, storage.day), type };
  if (field.format === "date") return { value, type };
  return { value: sql`(${value} at time zone 'Asia/Tokyo')::date`, type };
}
