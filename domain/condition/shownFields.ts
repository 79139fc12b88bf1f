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
  return isMet(conditionOf(field["x-when"]) as RowCondition, {
    fields,
    values: shownValues(decidingFields(field), { fields, values }),
  });
}

const shownValues = (
  names: readonly string[],
  { fields, values }: { fields: Fields; values: Values },
): Values =>
  Object.fromEntries(
    names
      .filter((name) => isShown(name, fields, values))
      .map((name) => [name, values[name]]),
  );

/**
 * Returns the fields that need a value beside these values: the required ones, and those
 * with `x-requiredWhen` whose conditions are met, as far as a form shows them.
 */
export const neededFields = (
  {
    required = [],
    properties = {},
  }: { required?: readonly string[]; properties?: Fields },
  values: Values,
): string[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const isNeeded =
      required.includes(name) ||
      (field["x-requiredWhen"] !== undefined &&
        isMet(conditionOf(field["x-requiredWhen"]) as RowCondition, {
          fields: properties,
          values: shownValues(fieldsIn(field["x-requiredWhen"]), {
            ...{ fields: properties, values },
          }),
        }));
    return isNeeded && isShown(name, properties, values) ? [name] : [];
  });
