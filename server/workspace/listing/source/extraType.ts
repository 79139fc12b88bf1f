import { fileEntries, isFileField } from "../../../../domain/fileField";
import { fieldType, isDate, type Field } from "../../../../domain/resource";

/**
 * The type of a field of `extra` by its current schema. Values of other types,
 * left by an older schema, count as missing.
 */
type ExtraType =
  | "text"
  | "integer"
  | "number"
  | "boolean"
  /** `2026-11-20` */
  | "day"
  /** `2026-11-20T10:30:00+09:00`; it begins with the day in Japan. */
  | "moment"
  /** A list of texts; other entries are ignored. */
  | "list"
  /** An enum with values of mixed types. */
  | "choice"
  | "object";

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?`;

/** The patterns of days and moments, for SQL and JavaScript. */
export const datePatterns = {
  day: `^${day}$`,
  moment: String.raw`^${day}T${time}\+09:00$`,
} as const;

const isDay = new RegExp(datePatterns.day, "u");
const isMoment = new RegExp(datePatterns.moment, "u");

/** Returns the type of a field. An enum has the type of its values. */
export function extraType(field: Field): ExtraType {
  const choices = field.enum?.filter((value) => value !== null);
  if (choices) return typeOfChoices(choices);
  if (isDate(field)) return field.format === "date" ? "day" : "moment";
  return extraTypes[fieldType(field)] ?? "text";
}

const extraTypes: Readonly<Record<string, ExtraType>> = {
  integer: "integer",
  number: "number",
  boolean: "boolean",
  array: "list",
  object: "object",
};

function typeOfChoices(choices: readonly unknown[]): ExtraType {
  const isAll = (type: string) =>
    choices.every((choice) => typeof choice === type);
  if (isAll("string")) return "text";
  if (isAll("number")) return "number";
  return isAll("boolean") ? "boolean" : "choice";
}

/**
 * Returns a function that gives a stored value, or null if it has another type
 * than the field. Entries of lists that are neither texts nor, in a list of objects,
 * objects are left out. Files get their addresses.
 */
export function typedValue(field: Field): (stored: unknown) => unknown {
  if (isFileField(field))
    return (stored) => (Array.isArray(stored) ? fileEntries(stored) : null);
  const isOfType = typeChecks[extraType(field)];
  const entryType = fieldType(field.items ?? {});
  const isEntry = typeChecks[entryType === "object" ? "object" : "text"];
  return (stored) => {
    if (!isOfType(stored)) return null;
    return Array.isArray(stored) ? stored.filter(isEntry) : stored;
  };
}

/**
 * Returns a function that reads a field from `extra`. It returns null if the
 * value is missing, has another type or is no longer in the enum.
 */
export function extraReader(
  name: string,
  field: Field,
): (extra: Readonly<Record<string, unknown>>) => unknown {
  const typed = typedValue(field);
  const choices = field.enum && new Set<unknown>(field.enum);
  return (extra) => {
    const value = typed(Object.hasOwn(extra, name) ? extra[name] : null);
    return choices?.has(value) === false ? null : value;
  };
}

const typeChecks: Readonly<Record<ExtraType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === "boolean",
  day: (value) => typeof value === "string" && isDay.test(value),
  moment: (value) => typeof value === "string" && isMoment.test(value),
  list: Array.isArray,
  choice: (value) => ["string", "number", "boolean"].includes(typeof value),
  object: (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};
