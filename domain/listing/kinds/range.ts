import { fieldType, type Field } from "../../resource";
import { matching, testFor, type ReadValue } from "./kind";

const numberPattern = "-?\\d{1,10}(\\.\\d{1,5})?";

/** Numbers from and to. */
export const read: ReadValue = (text, { field }) => {
  const parts = text.split(",");
  if (parts.length !== 2) return null;
  const [from, to] = parts.map((part) => readNumber(part, field));
  if (from === undefined || to === undefined) return null;
  if (from === null && to === null) return null;
  if (from !== null && to !== null && from > to) return null;
  return { kind: "range", from, to };
};

/**
 * Returns the number in the text, null if it is empty, undefined if it is
 * invalid. Up to 10 digits before and 5 after the point.
 */
function readNumber(text: string, field: Field): number | null | undefined {
  if (text === "") return null;
  const pattern =
    fieldType(field) === "integer"
      ? /^-?\d{1,10}$/
      : /^-?\d{1,10}(\.\d{1,5})?$/;
  if (!pattern.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= 2_147_483_647 ? value : undefined;
}

export const schema = () =>
  matching(`(${numberPattern})?,(${numberPattern})?`, 40);

export const test = testFor("range", ({ from, to }) => ({
  between: { from, to },
}));
