import { readChoices } from "./choices";
import { matching, testFor, type ReadValue } from "./kind";

/** Rows with or without a value. */
export const choices = () => ["empty", "filled"];

export const read: ReadValue = (text) =>
  readChoices(text, { single: true }, (value) => choices().includes(value));

export const schema = () => matching("All|empty|filled", 10);

export const test = testFor("choices", ({ values }) => ({
  filled: values[0] === "filled",
}));

export const message = (value: string) => ({
  key:
    value === "empty"
      ? ("list.kinds.empty" as const)
      : ("list.kinds.filled" as const),
});
