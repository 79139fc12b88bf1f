import { fieldType, type Field } from "../../resource";
import { longestChoices, readChoices, testAmong } from "./choices";
import type { FilterSubject, ParameterSchema, ReadValue } from "./kind";

/** The values of an enum, and groups of them. */
export const read: ReadValue = (text, { filter, field }) => {
  const known = choices({ field });
  return readChoices(text, filter, (value) => known.includes(value));
};

export const choices = ({ field }: Pick<FilterSubject, "field">): string[] => [
  ...valuesOf(field),
  ...Object.keys(field["x-groups"] ?? {}),
];

const valuesOf = ({ enum: values = [] }: Field): string[] =>
  values.filter((value) => value !== null).map(String);

export const schema = ({ field }: FilterSubject): ParameterSchema => ({
  description: `${field.title ?? fieldType(field)}: ${valuesOf(field).join(", ")}`,
  maxLength: longestChoices,
});

export const test = testAmong;
