import type { Field } from "../resource";
import { conditionOf, fieldsIn, type RowCondition } from "./condition";
import { isMet } from "./predicate";

type Values = Readonly<Record<string, unknown>>;

/** An object whose fields may depend on each other. */
type Fields = Readonly<Record<string, Field>>;

/** Returns the fields that decide whether a field is shown. */
export const decidingFields = ({ "x-when": when }: Pick<Field, "x-when">) =>
  fieldsIn(when);

/**
 * Returns whether a form shows a field beside the values of the others: the conditions in
 * its `x-when` are met. A field that is not shown counts as empty in other conditions.
 * No field may depend on itself.
 */
export function isShown(name: string, fields: Fields, values: Values): boolean {
  const field = fields[name];
  if (field?.["x-when"] === undefined) return true;
  const shown = decidingFields(field).filter((other) =>
    isShown(other, fields, values),
  );
  return isMet(conditionOf(field["x-when"]) as RowCondition, {
    fields,
    values: Object.fromEntries(shown.map((other) => [other, values[other]])),
  });
}

/** Returns the required fields that a form shows beside these values. */
export const shownRequired = (
  {
    required = [],
    properties = {},
  }: { required?: readonly string[]; properties?: Fields },
  values: Values,
): string[] => required.filter((name) => isShown(name, properties, values));
