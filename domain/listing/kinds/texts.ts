import { fieldType } from "../../resource";
import { longestChoices, readChoices, testAmong } from "./choices";
import type { FilterSubject, ParameterSchema, ReadValue } from "./kind";
import { isPlainText } from "./text";

/** Entries of lists and other texts, chosen as they are written. */
export const read: ReadValue = (text, { filter }) =>
  readChoices(text, filter, isPlainText);

export const schema = ({ field }: FilterSubject): ParameterSchema => ({
  description: field.title ?? fieldType(field),
  maxLength: longestChoices,
});

export const test = testAmong;
