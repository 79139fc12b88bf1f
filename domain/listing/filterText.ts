import { isDay } from "../japanTime";
import { fieldType, type Field, type Filter } from "../resource";
import { codePattern, filterKind, type FilterValue } from "./state";

/**
 * The largest number of choices of one filter, and the length of their text.
 */
export const mostChoices = 200;
export const longestChoices = 6000;
export const longestText = 100;

const escapePart = (part: string) => part.replace(/[%,]/g, encodeURIComponent);

function unescapePart(part: string): string | null {
  try {
    return part.replace(/%(25|2C)/gi, decodeURIComponent);
  } catch {
    return null;
  }
}

/** Returns a filter's value as text, such as `3,7` or `2015,2020`. */
export function writeFilter(value: FilterValue): string {
  switch (value.kind) {
    case "choices":
      return value.values.map(escapePart).join(",");
    case "range":
    case "dates":
      return `${value.from ?? ""},${value.to ?? ""}`;
    case "flag":
      return value.value ? "1" : "0";
    case "text":
      return value.text;
  }
}

/**
 * Returns the value in the text, or null if it is invalid: a malformed id, an
 * unknown choice, a range with its ends swapped, a day that does not exist, or
 * a value that the filter excludes.
 */
export function readFilter(
  field: Field,
  filter: Filter,
  text: string,
): FilterValue | null {
  const value = readValue(field, filter, text);
  return value && !isExcepted(filter, value) ? value : null;
}

function isExcepted({ except }: Filter, value: FilterValue): boolean {
  if (!except?.length) return false;
  if (value.kind === "choices")
    return value.values.some((choice) => except.includes(choice));
  return except.includes(writeFilter(value));
}

function readValue(
  field: Field,
  filter: Filter,
  text: string,
): FilterValue | null {
  const { kind } = filterKind(field, filter);
  switch (kind) {
    case "choices":
      return readChoices(field, filter, text);
    case "range":
      return readRange(text, field);
    case "dates":
      return readDates(text);
    case "flag":
      return flags.has(text) ? { kind, value: flags.get(text) === true } : null;
    case "text":
      return isPlainText(text) ? { kind, text: text.trim() } : null;
  }
}

/** The notations of true and false; `writeFilter` writes 1 and 0. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
]);

/** Returns whether the number and length of the choices are within limits. */
export const fitsChoices = (values: readonly string[]): boolean =>
  values.length <= mostChoices &&
  writeFilter({ kind: "choices", values: [...values] }).length <=
    longestChoices;

function readChoices(
  field: Field,
  filter: Filter,
  text: string,
): FilterValue | null {
  const kind = filterKind(field, filter);
  const source = kind.kind === "choices" ? kind.of : "texts";
  const values = text.split(",").map(unescapePart);
  const isKnown = (value: string | null): value is string => {
    if (value === null || value === "") return false;
    if (source === "terms") return /^[1-9]\d{0,8}$/.test(value);
    if (source === "days") return isDay(value);
    if (source === "enum") return isEnumValue(field, value);
    if (source === "codes")
      return new RegExp(`^${codePattern(field)}$`).test(value);
    return isPlainText(value);
  };
  if (!values.every(isKnown) || !fitsChoices(values)) return null;
  const unique = [...new Set(values)];
  if (filter.single && unique.length > 1) return null;
  return { kind: "choices", values: unique };
}

const isEnumValue = (field: Field, value: string): boolean =>
  Object.hasOwn(field["x-groups"] ?? {}, value) ||
  (field.enum?.some((known) => known !== null && String(known) === value) ??
    false);

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

function readRange(text: string, field: Field): FilterValue | null {
  const parts = text.split(",");
  if (parts.length !== 2) return null;
  const [from, to] = parts.map((part) => readNumber(part, field));
  if (from === undefined || to === undefined) return null;
  if (from === null && to === null) return null;
  if (from !== null && to !== null && from > to) return null;
  return { kind: "range", from, to };
}

function readDates(text: string): FilterValue | null {
  const parts = text.split(",");
  if (parts.length !== 2) return null;
  const [from = "", to = ""] = parts;
  if (from === "" && to === "") return null;
  if ((from && !isDay(from)) || (to && !isDay(to))) return null;
  if (from && to && from > to) return null;
  return { kind: "dates", from: from || null, to: to || null };
}

/**
 * Returns whether a search accepts the text: not blank, not too long, and
 * without control characters.
 */
export function isPlainText(text: string): boolean {
  const trimmed = text.trim();
  return (
    trimmed !== "" &&
    trimmed.length <= longestText &&
    !/[\p{Cc}\p{Cs}]/u.test(text)
  );
}
