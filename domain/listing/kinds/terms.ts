import { readChoices } from "./choices";
import { matching, testFor, type ReadValue } from "./kind";

/** Words of a dictionary, chosen by their ids. */
export const read: ReadValue = (text, { filter }) =>
  readChoices(text, filter, (value) => /^[1-9]\d{0,8}$/.test(value));

export const schema = () =>
  matching("(-1|[1-9]\\d{0,8}(,[1-9]\\d{0,8})*)", 2000);

export const test = testFor("choices", ({ values }) => ({
  words: values.map(Number),
}));
