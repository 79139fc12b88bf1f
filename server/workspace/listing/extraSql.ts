import { sql, type RawBuilder } from "kysely";
import { filterKind } from "../../../domain/listing/filterKind";
import type { Field, Filter } from "../../../domain/resource";
import { datePatterns, extraType } from "./extraType";
import type { Condition } from "./rowSource";

type Sql = RawBuilder<unknown>;

/** A key of a JSONB column. */
export type ExtraPlace = { column: Sql; key: string };

/**
 * The forms in which a field of `extra` is compared. Each is one immutable
 * expression without parameters, the same in a condition and in the index
 * behind it.
 */
export type ExtraForm =
  /** The value itself, texts in C order. */
  | "value"
  /** A text without its case, for what it begins with. */
  | "beginning"
  /** The day of a moment in Japan. */
  | "day"
  /** The entries of a list. */
  | "entries";

/**
 * A field's value, typed by its schema; null where the stored value is of
 * another type. It never throws, whatever is stored: casts stand behind a
 * CASE, which alone is sure to be looked at first.
 */
export function extraValue(place: ExtraPlace, field: Field): Sql {
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
      return sql`array(select entry #>> '{}'
        from jsonb_array_elements(${listOf(place)}) as entry
        where jsonb_typeof(entry) = 'string')`;
    case "choice":
      return sql`(case when jsonb_typeof(${json}) in ('string', 'number', 'boolean')
        then ${text} end)`;
    case "object":
      return sql`(case when ${isOf("object")} then ${json} end)`;
  }
}

/** A field in the form in which a filter or a sort compares it. */
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
 * What a list sorts by; null for what is none of the field's choices any more,
 * and for an empty list. Lists stand in the order of their entries.
 */
export function extraSortKey(place: ExtraPlace, field: Field): Sql {
  const value = extraForm(place, field, "value");
  if (extraType(field) === "list")
    return sql`nullif(${value}, '{}') collate "C"`;
  if (!field.enum) return value;
  const choices = field.enum.filter((one) => one !== null).map(String);
  return sql`(case when ${extraIsOneOf(value, field, choices)} then ${value} end)`;
}

/** Whether the value of a field that is no list is one of these. */
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

/** The form in which a filter compares the field. */
export function filterForm(field: Field, filter: Filter): ExtraForm {
  const kind = filterKind(field, filter);
  const isOfDays =
    kind.kind === "dates" || (kind.kind === "choices" && kind.of === "days");
  if (isOfDays) return extraType(field) === "moment" ? "day" : "value";
  if (kind.kind === "text") return "beginning";
  return extraType(field) === "list" ? "entries" : "value";
}

/** Whether the field's value is a text in SQL. */
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

/** Of what is no text, none looks like a date. */
const matching = (text: Sql, pattern: string): Sql =>
  sql`(case when (${text}) ~ ${sql.lit(pattern)} then ${text} end)`;
