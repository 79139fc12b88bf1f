import type { Field } from "../../resource";
import { longestChoices, readChoices, testAmong } from "./choices";
import { matching, type FilterSubject, type ReadValue } from "./kind";

/** Two letters of a country, else an id or a number code. */
const patternOf = (field: Field): string =>
  field["x-shown"] === "country" ? "[A-Z]{2}" : "[1-9]\\d{0,15}";

/** Ids and number codes, whose labels are read from the rows. */
export const read: ReadValue = (text, { filter, field }) => {
  const pattern = new RegExp(`^${patternOf(field)}$`);
  return readChoices(text, filter, (value) => pattern.test(value));
};

export const schema = ({ field }: FilterSubject) => {
  const code = patternOf(field);
  return matching(`All|${code}(,${code})*`, longestChoices);
};

export const test = testAmong;
