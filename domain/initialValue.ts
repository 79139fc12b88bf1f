import { isShown } from "./condition/shownFields";
import { meValue } from "./condition/decide";
import { japanDay } from "./japanTime";
import { fieldType, todayValue, type Field } from "./resource";

/** The person who adds a row, and the time. */
export type Beginning = { userId: string; now: Date };

type FieldWithDefault = Field & { default?: unknown };

/**
 * Returns the value with which a field begins, undefined without one. `@today` stands for
 * the day in Japan and `@me` for the id of the person.
 */
export function initialValue(
  field: FieldWithDefault,
  { userId, now }: Beginning,
): unknown {
  const { default: value } = field;
  if (value === todayValue && field.format === "date") return japanDay(now);
  if (value !== meValue) return value;
  return fieldType(field) === "integer" ? Number(userId) : userId;
}

/**
 * Returns the values with the initial value of each field that is missing and that these
 * values show. A field that is null stays null.
 */
export function withInitialValues(
  fields: Readonly<Record<string, FieldWithDefault>>,
  given: Readonly<Record<string, unknown>>,
  beginning: Beginning,
): Record<string, unknown> {
  const added = Object.entries(fields).flatMap(([name, field]) => {
    if (Object.hasOwn(given, name)) return [];
    const value = initialValue(field, beginning);
    return value === undefined ? [] : [[name, value] as const];
  });
  const values = { ...Object.fromEntries(added), ...given };
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => Object.hasOwn(given, name) || isShown(name, fields, values),
    ),
  );
}
