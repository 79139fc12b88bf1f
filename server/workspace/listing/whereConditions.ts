import { sql } from "kysely";
import { filterKind } from "../../../domain/listing/filterKind";
import type { FixedCondition } from "../../../domain/listing/fixedConditions";
import type { FilterValue } from "../../../domain/listing/state";
import {
  fieldType,
  type Field,
  type Filter,
  type RowSchema,
} from "../../../domain/resource";
import { dayValue, fieldValue } from "./fieldSql";
import { filterCondition } from "./filterCondition";
import { groupMembers } from "./filterParts";
import {
  fieldOf,
  storageOf,
  type Condition,
  type FieldStorage,
  type RowSource,
} from "./rowSource";

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
  where.map((condition) => whereCondition(source, row, condition));

function whereCondition(
  source: RowSource,
  row: RowSchema,
  where: FixedCondition,
): Condition {
  const { field: name, in: values, atLeast, atMost, orEmpty } = where;
  const field = fieldOf(row, name);
  const conditions = [
    ...(values ? [isOneOf(source, field, where, values.map(String))] : []),
    ...(atLeast === undefined && atMost === undefined
      ? []
      : [isWithin(source, field, where)]),
  ];
  const met = sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  if (!orEmpty) return met;
  const value = fieldValue(source, name, field);
  return fieldType(field) === "array"
    ? sql`(${met} or coalesce(cardinality(${value}), 0) = 0)`
    : sql`(${met} or ${value} is null)`;
}

function isOneOf(
  source: RowSource,
  field: Field,
  { field: name }: FixedCondition,
  values: readonly string[],
): Condition {
  const storage = storageOf(source, name);
  if (storage.kind === "term")
    return hasWord(source, field, name, {
      storage,
      words: sql`terms.name = any(${values}::text[])`,
    });
  if (filterKind(field, { field: name }).kind === "dates") {
    const day = dayValue(source, name, field);
    return sql`${day.value} = any(${values}::${day.type}[])`;
  }
  const value = fieldValue(source, name, field);
  if (fieldType(field) === "array") return sql`${value} && ${values}::text[]`;
  if (fieldType(field) === "boolean")
    return sql`${value} = any(${values}::boolean[])`;
  const members = values.flatMap((member) => groupMembers(field, member));
  // An index of the column finds integers without a cast only.
  if (storage.kind === "column" && fieldType(field) === "integer")
    return sql`${value} = any(${members}::int[])`;
  return ["integer", "number"].includes(fieldType(field))
    ? sql`${value} = any(${members}::numeric[])`
    : sql`${value}::text = any(${members}::text[])`;
}

function isWithin(
  source: RowSource,
  field: Field,
  where: FixedCondition,
): Condition {
  const { field: name, atLeast, atMost } = where;
  const storage = storageOf(source, name);
  const filter: Filter = { field: name };
  if (storage.kind === "term")
    return hasWord(source, field, name, {
      storage,
      words: rankCondition(storage, where),
    });
  const { kind } = filterKind(field, filter);
  if (field.enum) return isOneOf(source, field, where, enumRange(field, where));
  if (kind !== "range" && kind !== "dates")
    throw new Error(`"${name}" has no order`);
  const [from = null, to = null] = [atLeast, atMost];
  return filterCondition({ source, filter, field }, {
    kind,
    from,
    to,
  } as FilterValue);
}

/** Returns the enum values between both ends, in the order of the schema. */
export function enumRange(
  field: Field,
  { atLeast, atMost }: FixedCondition,
): string[] {
  const values = (field.enum ?? [])
    .filter((value) => value !== null)
    .map(String);
  const first = atLeast === undefined ? 0 : values.indexOf(String(atLeast));
  const last =
    atMost === undefined ? values.length - 1 : values.indexOf(String(atMost));
  if (first < 0 || last < 0) throw new Error("No such enum value");
  return values.slice(first, last + 1);
}

type Term = Extract<FieldStorage, { kind: "term" }>;

/**
 * Returns the ranks between which a word must be. Rank 1 is the best word, so a
 * better word has a lower rank. Throws for a word without a rank.
 */
export function rankEnds(
  { rankOf, dictionary }: Term,
  { atLeast, atMost }: FixedCondition,
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

function rankCondition(storage: Term, where: FixedCondition): Condition {
  const { highest, lowest } = rankEnds(storage, where);
  const ends = [
    ...(highest === undefined ? [] : [sql`terms.rank <= ${highest}`]),
    ...(lowest === undefined ? [] : [sql`terms.rank >= ${lowest}`]),
  ];
  return sql`${sql.join(ends, sql` and `)}`;
}

/** The dictionary is searched first, so that rows are found by the id. */
const hasWord = (
  source: RowSource,
  field: Field,
  name: string,
  { storage, words }: { storage: Term; words: Condition },
): Condition =>
  sql`${fieldValue(source, name, field)} = any(array(
    select id from terms
    where kind = ${storage.dictionary} and ${words}))`;
