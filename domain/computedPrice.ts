import { isComputed } from "./computed/rule";
import type { Field } from "./resource";

/** Returns whether a field is a computed price. Other computed fields count rules, for example. */
export const isComputedPrice = (field: Field | undefined): boolean =>
  field !== undefined && isComputed(field) && field["x-unit"] === "yen";
