import { fieldType, isDate, type Field } from "../resource";
import {
  conditionOf,
  type Conditions,
  type FieldTest,
  type FilterTest,
  type RowCondition,
  type Value,
} from "./condition";
import { decide, type Occasion } from "./decide";
import { readCondition, type Reader } from "./reader";
import { enumRange, groupMembers, orderOf } from "./values";

type Values = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, Field>>;

/** Returns the rank of a word of a dictionary, 1 for the best; null without a rank. */
export type RankOf = (word: string) => number | null;

type Subject = { field: Field; value: unknown; rankOf?: RankOf | undefined };

/** Returns whether a value counts as empty: none, an empty text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);

const predicate: Reader<Subject, boolean> = {
  tests: {
    is: (subject, value) => isOneOf(subject, [value]),
    in: isOneOf,
    atLeast: (subject, end) => isBeyond(subject, { atLeast: end }),
    atMost: (subject, end) => isBeyond(subject, { atMost: end }),
    contains: ({ value }, text) =>
      typeof value === "string" && value.includes(text),
    filled: ({ value }) => !isEmpty(value),
  },
  all: (parts) => parts.every(Boolean),
  any: (parts) => parts.some(Boolean),
  not: (part) => !part,
};

/** Returns whether the values of a row meet a condition whose values are filled in. */
export const isMet = (
  condition: RowCondition,
  {
    fields,
    values,
    rankOf,
  }: {
    fields: Fields;
    values: Values;
    rankOf?: (field: string) => RankOf | undefined;
  },
): boolean =>
  readCondition(predicate, condition, ({ field }: FieldTest) => ({
    field: fields[field] ?? {},
    value: values[field],
    rankOf: rankOf?.(field),
  }));

/** Returns whether a row meets declared conditions for a viewer at a time. */
export const rowMeets = (
  conditions: Conditions | undefined,
  row: { fields: Fields; values: Values },
  occasion: Occasion,
): boolean =>
  isMet(decide(conditionOf(conditions), occasion) as RowCondition, row);

/** Returns whether the texts of chosen filters meet a condition over filters. */
export const filtersMeet = (
  conditions: Conditions | undefined,
  textsOf: (filter: string) => readonly string[],
): boolean =>
  readCondition(
    predicate,
    conditionOf(conditions) as FilterTest,
    ({ filter }) => ({ field: { type: "array" }, value: textsOf(filter) }),
  );

function isOneOf(
  { field, value }: Subject,
  choices: readonly Value[],
): boolean {
  if (isEmpty(value)) return false;
  const members = choices.flatMap((choice) =>
    groupMembers(field, String(choice)),
  );
  if (Array.isArray(value))
    return value.some((entry) => members.includes(String(entry)));
  if (isDate(field))
    return typeof value === "string" && members.includes(value.slice(0, 10));
  if (["integer", "number"].includes(fieldType(field)))
    return members.some((member) => Number(member) === value);
  return members.some((member) => textOf(value) === member);
}

/** Returns a text, number or boolean as text; null for other values. */
const textOf = (value: unknown): string | null =>
  typeof value === "string" ||
  typeof value === "number" ||
  typeof value === "boolean"
    ? String(value)
    : null;

type Ends = { atLeast?: string | number; atMost?: string | number };

/** Returns whether a value is between the ends, in the order of its field. */
function isBeyond({ field, value, rankOf }: Subject, ends: Ends): boolean {
  if (isEmpty(value)) return false;
  const { atLeast, atMost } = ends;
  if (rankOf) {
    const rank = rankOf(String(value));
    return (
      rank !== null &&
      (atLeast === undefined || rank <= (rankOf(String(atLeast)) ?? 0)) &&
      (atMost === undefined || rank >= (rankOf(String(atMost)) ?? Infinity))
    );
  }
  switch (orderOf(field)) {
    case "enum":
      return enumRange(field, ends).includes(String(value));
    case "date":
      return (
        typeof value === "string" &&
        (atLeast === undefined || compareDates(value, String(atLeast)) >= 0) &&
        (atMost === undefined || compareDates(value, String(atMost)) <= 0)
      );
    case "number":
      return (
        typeof value === "number" &&
        (atLeast === undefined || value >= Number(atLeast)) &&
        (atMost === undefined || value <= Number(atMost))
      );
    case "none":
      return false;
  }
}

/** Compares a date with an instant, or by its day in Japan with a day. */
function compareDates(value: string, end: string): number {
  if (end.includes("T")) return Date.parse(value) - Date.parse(end);
  const day = value.slice(0, 10);
  if (day === end) return 0;
  return day < end ? -1 : 1;
}
