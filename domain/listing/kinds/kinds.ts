import { fieldType, isDate, type Field, type Filter } from "../../resource";
import * as codes from "./codes";
import * as dates from "./dates";
import * as days from "./days";
import * as empty from "./empty";
import * as enums from "./enum";
import * as flag from "./flag";
import type {
  FilterSubject,
  ParameterSchema,
  ReadValue,
  TestValue,
  ValueForm,
} from "./kind";
import * as newerThan from "./newerThan";
import * as range from "./range";
import * as terms from "./terms";
import * as text from "./text";
import * as texts from "./texts";

/** The kinds of filters, and the form of their values. */
const forms = {
  terms: "choices",
  enum: "choices",
  days: "choices",
  texts: "choices",
  codes: "choices",
  empty: "choices",
  newerThan: "choices",
  range: "range",
  dates: "dates",
  flag: "flag",
  text: "text",
} as const satisfies Record<string, ValueForm>;

export type FilterKind = keyof typeof forms;

export const formOf = (kind: FilterKind): ValueForm => forms[kind];

export const readers: Readonly<Record<FilterKind, ReadValue>> = {
  terms: terms.read,
  enum: enums.read,
  days: days.read,
  texts: texts.read,
  codes: codes.read,
  empty: empty.read,
  newerThan: newerThan.read,
  range: range.read,
  dates: dates.read,
  flag: flag.read,
  text: text.read,
};

export const parameterSchemas: Readonly<
  Record<FilterKind, (subject: FilterSubject) => ParameterSchema>
> = {
  terms: terms.schema,
  enum: enums.schema,
  days: days.schema,
  texts: texts.schema,
  codes: codes.schema,
  empty: empty.schema,
  newerThan: newerThan.schema,
  range: range.schema,
  dates: dates.schema,
  flag: flag.schema,
  text: text.schema,
};

const tests: Readonly<Record<FilterKind, TestValue>> = {
  terms: terms.test,
  enum: enums.test,
  days: days.test,
  texts: texts.test,
  codes: codes.test,
  empty: empty.test,
  newerThan: newerThan.test,
  range: range.test,
  dates: dates.test,
  flag: flag.test,
  text: text.test,
};

/** Returns the test that rows meet by a value of a filter. */
export const testOf: TestValue = (value, subject) =>
  tests[filterKind(subject.field, subject.filter)](value, subject);

/** The choices of kinds that know them without reading rows, in order. */
export const fixedChoices: Readonly<
  Partial<Record<FilterKind, (subject: FilterSubject) => string[]>>
> = {
  enum: enums.choices,
  empty: empty.choices,
  newerThan: newerThan.choices,
};

type ChoiceMessage = {
  key: `list.kinds.${"empty" | "filled" | "newerThan" | "newerThanByYear"}`;
  values?: { smart_count: number };
};

/** The messages of choices that are no values of the field. */
export const choiceMessages: Readonly<
  Partial<Record<FilterKind, (value: string, field: Field) => ChoiceMessage>>
> = { empty: empty.message, newerThan: newerThan.message };

/**
 * Returns the kind of a filter: the declared one, or inferred from the schema of the field.
 * Dictionary words, enums, codes and lists have choices, numbers a range, booleans a
 * flag, and other texts a prefix. A date has from and to, or choices of sale days if
 * the declaration sends it as one parameter.
 */
export function filterKind(field: Field, filter: Filter): FilterKind {
  if (filter.kind) return filter.kind;
  if (field["x-dictionary"])
    return field["x-words"] === "free" ? "texts" : "terms";
  if (field.enum) return "enum";
  if (field["x-code"]) return "codes";
  if (isDate(field)) return typeof filter.send === "string" ? "days" : "dates";
  const type = fieldType(field);
  if (type === "integer" || type === "number") return "range";
  if (type === "boolean") return "flag";
  return type === "array" ? "texts" : "text";
}

/** Returns whether people can choose one value only. */
export const isSingleChoice = ({ single, kind }: Filter): boolean =>
  single === true || kind !== undefined;

/** Returns whether people choose among values. */
export const hasChoices = (field: Field, filter: Filter): boolean =>
  formOf(filterKind(field, filter)) === "choices";
