import { sql, type RawBuilder } from "kysely";
import type { Field } from "../../../domain/resource";
import { extraForm, extraValue, type ExtraPlace } from "./extraSql";
import { extraType } from "./extraType";
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
      return extraValue(extraPlace(source, storage), field);
    case "computed":
      throw new Error(`${source.table} does not hold "${name}"`);
  }
}

/** Where in the table a field of `extra` is. */
export const extraPlace = (
  source: RowSource,
  { column, key }: { column: string; key: string },
): ExtraPlace => ({ column: columnOf(source, column), key });

/** A date's day in Japan: a date, or ISO text where it is not a column. */
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
