import { sql, type RawBuilder } from "kysely";
import { filterKind } from "../../../../domain/listing/kinds/kinds";
import {
  fieldType,
  isDate,
  type Field,
  type Filter,
} from "../../../../domain/resource";
import { datePatterns, extraType } from "./extraType";
import { storageOf, type Condition, type RowSource } from "./rowSource";

type Sql = RawBuilder<unknown>;

/** A value, and the SQL type of the values with which it is compared. */
export type TypedSql = { value: Sql; type: Sql };

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

/** Returns the value of a field as conditions compare it; texts of `extra` by collation C. */
export function comparedValue(
  source: RowSource,
  name: string,
  field: Field,
): Sql {
  const storage = storageOf(source, name);
  return storage.kind === "extra"
    ? extraForm(extraPlace(source, storage), field, "value")
    : fieldValue(source, name, field);
}

/**
 * Returns the value of an id or a number code with its type, so that it compares
 * without a cast that an index could not use.
 */
export function codeValue(
  source: RowSource,
  name: string,
  field: Field,
): TypedSql {
  const storage = storageOf(source, name);
  if (storage.kind === "id")
    return { value: columnOf(source, storage.column), type: sql`bigint` };
  const value = fieldValue(source, name, field);
  return fieldType(field) === "string"
    ? { value, type: sql`text` }
    : { value, type: sql`numeric` };
}

/**
 * Returns the day of a date in Japan, as a date, or as ISO text for `extra`.
 */
export function dayValue(
  source: RowSource,
  name: string,
  field: Field,
): TypedSql {
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

/** A key of a JSONB column. */
type ExtraPlace = { column: Sql; key: string };

/** Returns the column and key of a field of `extra`. */
export const extraPlace = (
  source: RowSource,
  { column, key }: { column: string; key: string },
): ExtraPlace => ({ column: columnOf(source, column), key });

/**
 * The forms in which a field of `extra` is compared. Each is an immutable
 * expression without parameters, so that conditions and indexes can share it.
 */
export type ExtraForm =
  /** The value. Texts use the C collation. */
  | "value"
  /** A text in lower case, for prefix search. */
  | "beginning"
  /** The day of a moment, Japan time. */
  | "day"
  /** The entries of a list. */
  | "entries";

/**
 * Returns the value of a field, typed by its schema, or null if the stored
 * value has another type. It never throws, because every cast is behind a CASE,
 * which PostgreSQL evaluates first.
 */
function extraValue(place: ExtraPlace, field: Field): Sql {
  const { json, text } = partsOf(place);
  const isOf = (type: string) => sql`jsonb_typeof(${json}) = ${sql.lit(type)}`;
  const number = sql`(${json})::numeric`;
  switch (extraType(field)) {
    case "text":
      return sql`(case when ${isOf("string")} then ${text} end)`;
    case "integer":
      return sql`(case when ${isOf("number")} then
        case when ${number} % 1 = 0 then ${number} end end)`;
    case "number":
      return sql`(case when ${isOf("number")} then ${number} end)`;
    case "boolean":
      return sql`(case when ${isOf("boolean")} then (${json})::boolean end)`;
    case "day":
      return matching(text, datePatterns.day);
    case "moment":
      return matching(text, datePatterns.moment);
    case "list":
      return sql`array(select element.value #>> '{}'
        from jsonb_array_elements(${listOf(place)}) as element
        where jsonb_typeof(element.value) = 'string')`;
    case "choice":
      return sql`(case when jsonb_typeof(${json}) in ('string', 'number', 'boolean')
        then ${text} end)`;
    case "object":
      return sql`(case when ${isOf("object")} then ${json} end)`;
  }
}

/** Returns the field in the form that a filter or sort compares. */
export function extraForm(
  place: ExtraPlace,
  field: Field,
  form: ExtraForm,
): Sql {
  const value = extraValue(place, field);
  switch (form) {
    case "value":
      return isTextual(field) ? sql`${value} collate "C"` : value;
    case "beginning":
      return sql`lower(${value}) collate "C"`;
    case "day":
      return sql`left(${value}, 10) collate "C"`;
    case "entries":
      return listOf(place);
  }
}

/**
 * Returns the sort key of a field. Values that are no longer in the enum, and
 * empty lists, sort as null. Lists compare by their entries.
 */
export function extraSortKey(place: ExtraPlace, field: Field): Sql {
  const value = extraForm(place, field, "value");
  if (extraType(field) === "list")
    return sql`nullif(${value}, '{}') collate "C"`;
  if (!field.enum) return value;
  const choices = field.enum.filter((choice) => choice !== null).map(String);
  return sql`(case when ${extraIsOneOf(value, field, choices)} then ${value} end)`;
}

/**
 * Returns the condition that the value is one of the choices. Not for lists.
 */
export function extraIsOneOf(
  value: Sql,
  field: Field,
  choices: readonly string[],
): Condition {
  const type = isTextual(field) ? "text" : extraType(field);
  return type === "text" || type === "boolean"
    ? sql`${value} = any(${choices}::${sql.raw(type)}[])`
    : sql`${value} = any(${choices}::numeric[])`;
}

/** Returns the form that an index of the filter has; null for a filter without one. */
export function filterForm(field: Field, filter: Filter): ExtraForm | null {
  const kind = filterKind(field, filter);
  if (kind === "empty") return null;
  if (isDate(field)) return extraType(field) === "moment" ? "day" : "value";
  if (kind === "text") return "beginning";
  return extraType(field) === "list" ? "entries" : "value";
}

/** Returns whether the field's SQL value is a text. */
const isTextual = (field: Field): boolean =>
  ["text", "day", "moment", "choice"].includes(extraType(field));

function partsOf({ column, key }: ExtraPlace): { json: Sql; text: Sql } {
  const name = sql.lit(key);
  return { json: sql`${column} -> ${name}`, text: sql`${column} ->> ${name}` };
}

function listOf(place: ExtraPlace): Sql {
  const { json } = partsOf(place);
  return sql`(case when jsonb_typeof(${json}) = 'array' then ${json} end)`;
}

/** A value that is not a text never matches. */
const matching = (text: Sql, pattern: string): Sql =>
  sql`(case when (${text}) ~ ${sql.lit(pattern)} then ${text} end)`;
