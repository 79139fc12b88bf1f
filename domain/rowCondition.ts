import { conditionList, type Field, type RowValues } from "./resource";

type Values = Readonly<Record<string, unknown>>;

/** An object whose fields may depend on each other. */
type Fields = Readonly<Record<string, Pick<Field, "x-when">>>;

/** Returns whether the values meet a condition. An empty field meets none. */
export function meets(values: Values, { field, in: choices }: RowValues) {
  const value = values[field] ?? null;
  return choices
    ? choices.some((choice) => choice === value)
    : value !== null && value !== "";
}

/** Returns the fields that decide whether a field is shown. */
export const decidingFields = ({ "x-when": when }: Pick<Field, "x-when">) =>
  conditionList(when).map(({ field }) => field);

/**
 * Returns whether a form shows a field beside the values of the others: the conditions in
 * its `x-when` are met. A field that is not shown counts as empty in other conditions.
 * No field may depend on itself.
 */
export const isShown = (
  name: string,
  fields: Fields,
  values: Values,
): boolean =>
  conditionList(fields[name]?.["x-when"]).every(
    (condition) =>
      isShown(condition.field, fields, values) && meets(values, condition),
  );

/** Returns the required fields that a form shows beside these values. */
export const shownRequired = (
  {
    required = [],
    properties = {},
  }: { required?: readonly string[]; properties?: Fields },
  values: Values,
): string[] => required.filter((name) => isShown(name, properties, values));
