const yes = new Set<unknown>([true, 1, "1", "true"]);
const no = new Set<unknown>([false, 0, "0", "false"]);

/** Reads a boolean in any of the usual spellings; null for other values. */
export function readBoolean(value: unknown): boolean | null {
  if (yes.has(value)) return true;
  return no.has(value) ? false : null;
}

/** Reads a number, also from texts such as `62,400` or `1 998 cc`; else null. */
export function readNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const digits = /^-?\d+(\.\d+)?/.exec(value.replace(/[\s,\u00a0\u202f]/g, ""));
  return digits ? Number(digits[0]) : null;
}

/** Reads a list, also from a text with `#` separators. */
export function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== "string") return [];
  return value
    .split("#")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;
const withoutZone = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;

/**
 * Reads a time and returns it in ISO 8601. Times without a zone are in Japan's.
 * A date stays a date. Null for other values.
 */
export function readMoment(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const [, day, minutes, seconds = ":00"] = withoutZone.exec(value) ?? [];
  const text = day ? `${day}T${minutes ?? ""}${seconds}+09:00` : value;
  const isMoment = dayOnly.test(text) || text.includes("T");
  return isMoment && !Number.isNaN(Date.parse(text)) ? text : null;
}
