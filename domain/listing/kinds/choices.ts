import type { Filter } from "../../resource";
import type { FilterValue } from "../state";
import { testFor } from "./kind";

/** The largest number of choices of one filter, and the length of their text. */
export const mostChoices = 200;
export const longestChoices = 6000;

const escapePart = (part: string) => part.replace(/[%,]/g, encodeURIComponent);

function unescapePart(part: string): string | null {
  try {
    return part.replace(/%(25|2C)/gi, decodeURIComponent);
  } catch {
    return null;
  }
}

/** Returns choices as text, such as `3,7`. */
export const writeChoices = (values: readonly string[]): string =>
  values.map(escapePart).join(",");

/** Returns whether the number and length of the choices are within limits. */
export const fitsChoices = (values: readonly string[]): boolean =>
  values.length <= mostChoices && writeChoices(values).length <= longestChoices;

/** Returns the choices in a text; null if there are too many or one is unknown. */
export function readChoices(
  text: string,
  { single }: Pick<Filter, "single">,
  isKnown: (value: string) => boolean,
): FilterValue | null {
  const values = text.split(",").map(unescapePart);
  const isChoice = (value: string | null): value is string =>
    value !== null && value !== "" && isKnown(value);
  if (!values.every(isChoice) || !fitsChoices(values)) return null;
  const unique = [...new Set(values)];
  if (single && unique.length > 1) return null;
  return { kind: "choices", values: unique };
}

/** Returns the test that a row has one of the chosen values. */
export const testAmong = testFor("choices", ({ values }) => ({
  among: values,
}));
