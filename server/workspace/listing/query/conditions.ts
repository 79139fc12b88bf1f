import { sql, type RawBuilder } from "kysely";
import type { FieldTest } from "../../../../domain/condition/condition";
import {
  readCondition,
  type Reader,
} from "../../../../domain/condition/reader";
import {
  enumRange,
  groupMembers,
  orderOf,
} from "../../../../domain/condition/values";
import type { RowTest } from "../../../../domain/listing/kinds/kind";
import type { FixedCondition } from "../../../../domain/listing/fixedConditions";
import {
  fieldType,
  isDate,
  type Field,
  type RowSchema,
} from "../../../../domain/resource";
import { extraType } from "../source/extraType";
import {
  codeValue,
  comparedValue,
  dayValue,
  extraForm,
  extraIsOneOf,
  extraPlace,
  extraSortKey,
  fieldValue,
  type TypedSql,
} from "../source/fieldSql";
import {
  fieldOf,
  storageOf,
  type Condition,
  type FieldStorage,
  type RowSource,
} from "../source/rowSource";

type Placed = { source: RowSource; name: string; field: Field };
type End = number | string | null;

/**
 * Returns the condition of a filter's test. A field of `extra` is compared by the same
 * expression as in the index of that filter.
 */
export function filterCondition(placed: Placed, test: RowTest): Condition {
  const { source, name, field } = placed;
  if ("among" in test) return hasAnyOf(placed, test.among);
  if ("words" in test)
    return isOneOf(
      { value: fieldValue(source, name, field), type: sql`int` },
      test.words,
    );
  if ("between" in test) return between(placed, test.between);
  if ("beginsWith" in test) return fieldBeginsWith(placed, test.beginsWith);
  const condition = isFilled(placed);
  return test.filled ? condition : not(condition);
}

/**
 * Returns the SQL of fixed conditions. Numbers, days and moments compare by
 * value, enum values by their place in the schema, and dictionary words by their
 * rank. Throws for a field without an order if `atLeast` or `atMost` is given;
 * declarations are checked for that before they act.
 */
export const whereConditions = (
  source: RowSource,
  row: RowSchema,
  where: readonly FixedCondition[] = [],
): Condition[] =>
  where.map((condition) =>
    readCondition(whereReader, condition, ({ field: name }: FieldTest) => ({
      source,
      name,
      field: fieldOf(row, name),
    })),
  );

/** A test of an empty field may be null, which counts as false. */
const not = (part: Condition): Condition => sql`(${part} is not true)`;

const whereReader: Reader<Placed, Condition> = {
  tests: {
    is: (placed, value) => hasAnyOf(placed, [value]),
    in: hasAnyOf,
    atLeast: (placed, atLeast) => isBeyond(placed, { atLeast }),
    atMost: (placed, atMost) => isBeyond(placed, { atMost }),
    contains: containsText,
    filled: isFilled,
  },
  all: (parts) => joined(parts, sql` and `, sql`true`),
  any: (parts) => joined(parts, sql` or `, sql`false`),
  not,
};

const joined = (
  parts: readonly Condition[],
  by: RawBuilder<unknown>,
  ofNothing: Condition,
): Condition => (parts.length > 0 ? sql`(${sql.join(parts, by)})` : ofNothing);

function hasAnyOf(
  placed: Placed,
  values: readonly (string | number | boolean)[],
): Condition {
  const storage = storageOf(placed.source, placed.name);
  const texts = values.map(String);
  return storage.kind === "term"
    ? hasWord(placed, storage, sql`terms.name = any(${texts}::text[])`)
    : hasOneOf(placed, texts);
}

type Ends = {
  atLeast?: string | number | undefined;
  atMost?: string | number | undefined;
};

function isBeyond(placed: Placed, ends: Ends): Condition {
  const storage = storageOf(placed.source, placed.name);
  if (storage.kind === "term")
    return hasWord(placed, storage, rankCondition(storage, ends));
  return placed.field.enum
    ? hasOneOf(placed, enumRange(placed.field, ends))
    : between(placed, { from: ends.atLeast ?? null, to: ends.atMost ?? null });
}

function containsText(placed: Placed, text: string): Condition {
  const { source, name, field } = placed;
  const storage = storageOf(source, name);
  return storage.kind === "term"
    ? hasWord(placed, storage, sql`strpos(terms.name, ${text}::text) > 0`)
    : sql`strpos(${comparedValue(source, name, field)}, ${text}::text) > 0`;
}

function isFilled({ source, name, field }: Placed): Condition {
  const storage = storageOf(source, name);
  const type = fieldType(field);
  if (storage.kind === "extra") {
    const place = extraPlace(source, storage);
    if (fieldType(field.items ?? {}) === "object")
      return sql`exists (
        select from jsonb_array_elements(${extraForm(place, field, "entries")}) as element
        where jsonb_typeof(element.value) = 'object')`;
    const value = extraSortKey(place, field);
    return extraType(field) === "text"
      ? sql`${value} <> ''`
      : sql`${value} is not null`;
  }
  const value = fieldValue(source, name, field);
  if (type === "array") return sql`cardinality(${value}) > 0`;
  return storage.kind !== "term" && type === "string" && !isDate(field)
    ? sql`${value}::text <> ''`
    : sql`${value} is not null`;
}

/**
 * Returns the condition that a field, or an entry of a list, has one of these values. The
 * name of a group stands for its members.
 */
function hasOneOf(
  { source, name, field }: Placed,
  values: readonly string[],
): Condition {
  if (isDate(field)) return isOneOf(dayValue(source, name, field), values);
  const storage = storageOf(source, name);
  // An index of ids finds them without a cast only.
  if (storage.kind === "id")
    return isOneOf(codeValue(source, name, field), values);
  const members = values.flatMap((value) => groupMembers(field, value));
  const value = comparedValue(source, name, field);
  if (storage.kind === "extra")
    return extraType(field) === "list"
      ? sql`${extraForm(extraPlace(source, storage), field, "entries")} ?| ${members}::text[]`
      : extraIsOneOf(value, field, members);
  switch (fieldType(field)) {
    case "array":
      return sql`${value} && ${values}::text[]`;
    case "boolean":
      return isOneOf({ value, type: sql`boolean` }, members);
    case "integer":
      // An index of the column finds integers without a cast only.
      return storage.kind === "column"
        ? isOneOf({ value, type: sql`int` }, members.map(Number))
        : sql`${value} = any(${members}::numeric[])`;
    case "number":
      return sql`${value} = any(${members}::numeric[])`;
    default:
      return isOneOf({ value: sql`${value}::text`, type: sql`text` }, members);
  }
}

/** Returns the condition that a number or date is within the ends, inclusive. */
function between(
  { source, name, field }: Placed,
  { from, to }: { from: End; to: End },
): Condition {
  const order = orderOf(field);
  if (order !== "number" && order !== "date")
    throw new Error(`"${name}" has no order`);
  const isColumn = storageOf(source, name).kind !== "extra";
  const { value, type } =
    order === "date"
      ? dayValue(source, name, field)
      : {
          value: comparedValue(source, name, field),
          type:
            isColumn && fieldType(field) === "integer"
              ? sql`int`
              : sql`numeric`,
        };
  const ends = [
    ...(from === null ? [] : [sql`${value} >= ${from}::${type}`]),
    ...(to === null ? [] : [sql`${value} <= ${to}::${type}`]),
  ];
  return sql`(${sql.join(ends, sql` and `)})`;
}

/**
 * Returns the condition that a value is one of these. A single value is compared
 * by `=`, which keeps the order of an index; `any` does not.
 */
function isOneOf(
  { value, type }: TypedSql,
  choices: readonly (number | string)[],
): Condition {
  const [first, ...others] = choices;
  return first !== undefined && others.length === 0
    ? sql`${value} = ${first}::${type}`
    : sql`${value} = any(${choices}::${type}[])`;
}

function fieldBeginsWith(
  { source, name, field }: Placed,
  text: string,
): Condition {
  const storage = storageOf(source, name);
  if (storage.kind !== "extra")
    return beginsWith(fieldValue(source, name, field), text);
  const value = extraForm(extraPlace(source, storage), field, "beginning");
  return sql`${value} like lower(${`${likePattern(text)}%`}::text)`;
}

/**
 * Returns the condition that a text value begins with another text, in any case. A
 * text without letters needs no ILIKE: LIKE is faster and can use an index.
 */
export const beginsWith = (
  value: RawBuilder<unknown>,
  text: string,
): Condition => {
  const pattern = `${likePattern(text)}%`;
  return text.toLowerCase() === text.toUpperCase()
    ? sql`${value} like ${pattern}`
    : sql`${value} ilike ${pattern}`;
};

/** Returns the text with LIKE wildcards escaped. */
export const likePattern = (text: string): string =>
  text.replace(/[\\%_]/g, "\\$&");

type Term = Extract<FieldStorage, { kind: "term" }>;

/**
 * Returns the ranks between which a word must be. Rank 1 is the best word, so a
 * better word has a lower rank. Throws for a word without a rank.
 */
export function rankEnds(
  { rankOf, dictionary }: Term,
  { atLeast, atMost }: Ends,
): { highest: number | undefined; lowest: number | undefined } {
  const rank = (word: string | number | undefined) => {
    if (word === undefined) return undefined;
    const found = rankOf?.(String(word)) ?? null;
    if (found === null)
      throw new Error(`"${word}" has no rank in "${dictionary}"`);
    return found;
  };
  return { highest: rank(atLeast), lowest: rank(atMost) };
}

function rankCondition(storage: Term, wanted: Ends): Condition {
  const { highest, lowest } = rankEnds(storage, wanted);
  const ends = [
    ...(highest === undefined ? [] : [sql`terms.rank <= ${highest}`]),
    ...(lowest === undefined ? [] : [sql`terms.rank >= ${lowest}`]),
  ];
  return sql`${sql.join(ends, sql` and `)}`;
}

/** The dictionary is searched first, so that rows are found by the id. */
const hasWord = (
  { source, name, field }: Placed,
  { dictionary }: Term,
  words: Condition,
): Condition =>
  sql`${fieldValue(source, name, field)} = any(array(
    select id from terms
    where kind = ${dictionary} and ${words}))`;
