import { isDay, toJapanIso } from "../../domain/japanTime";
import { type Field, fieldType } from "../../domain/resource";
import { FeedError } from "./feedError";
import type { FeedMapping, MappedField } from "./feedMapping";

export type Kind = NonNullable<MappedField["as"]>;

/** A value, or the reason why the text is invalid. */
export type Reading = { value: unknown } | { reason: string };

type Read = (text: string, mapped: MappedField) => Reading;

/**
 * The longest text of a number, distance, day or word for yes and no. The expressions
 * below take quadratic time, and a row of a feed may have a million characters.
 */
const longestValue = 100;

/** Makes a reader refuse texts that are longer than any value of its kind. */
const short =
  (read: Read): Read =>
  (text, mapped) =>
    text.length > longestValue
      ? { reason: `is longer than ${longestValue} characters` }
      : read(text, mapped);

const grouped = /^([+-]?)(\d{1,3}(?:[,\s]\d{3})+|\d+)(\.\d+)?$/;

/** A yen sign before an amount or a word for yen after it. */
const yenMarks = /^(?:¥|JPY)\s*|\s*(?:円|JPY|yen)$/gi;

function readNumber(text: string): number | null {
  // Full-width digits and signs become ordinary ones.
  const match = grouped.exec(text.normalize("NFKC").replace(yenMarks, ""));
  if (!match) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  return Number(`${sign}${whole.replace(/[,\s]/g, "")}${fraction}`);
}

/** Avoids the errors of binary fractions: 12.345 * 1000 is 12345. */
const multiply = (number: number, times: number) =>
  Number((number * times).toPrecision(15));

const readInteger: Read = (text, { times = 1 }) => {
  const number = readNumber(text);
  const value = number === null ? NaN : multiply(number, times);
  return Number.isSafeInteger(value)
    ? { value: value === 0 ? 0 : value }
    : { reason: "is not a whole number" };
};

const readDecimal: Read = (text, { times = 1 }) => {
  const number = readNumber(text);
  return number === null || !Number.isFinite(number)
    ? { reason: "is not a number" }
    : { value: multiply(number, times) };
};

const kmInMile = 1.609344;
const distance = /^([\d,.\s]+?)\s*([a-z?*]*)$/i;
const miles = new Set(["M", "MI", "ML", "MILE", "MILES"]);

/** Reads kilometres and converts miles; other letters are ignored. */
const readKm: Read = (text) => {
  const [, amount = "", unit = ""] =
    distance.exec(text.normalize("NFKC")) ?? [];
  const number = readNumber(amount);
  if (number === null) return { reason: "is not a mileage" };
  const isMiles = miles.has(unit.toUpperCase());
  return { value: Math.round(isMiles ? number * kmInMile : number) };
};

const booleans = new Map([
  ...["1", "true", "yes", "y"].map((word) => [word, true] as const),
  ...["0", "false", "no", "n"].map((word) => [word, false] as const),
]);

const readBoolean: Read = (text) => {
  const value = booleans.get(text.toLowerCase());
  return value === undefined ? { reason: "is not yes or no" } : { value };
};

const dateTime =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|JST|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** The value of MySQL for an unknown date. */
const noDay = "0000-00-00";
const zones = new Map([
  ["Z", "Z"],
  ["UTC", "Z"],
  ["JST", "+09:00"],
]);

type Moment = { day: string; time: string; zone: string | undefined };

/** Parses a day, a time in Japan or a time with a zone; null for other text. */
function readParts(text: string): Moment | null {
  if (text.length > longestValue) return null;
  const match = dateTime.exec(text.normalize("NFKC"));
  if (!match) return null;
  const [, year, month = "", date = "", ...clock] = match;
  const [hours = "00", minutes = "00", seconds = "00", zone] = clock;
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const isTime = +hours < 24 && +minutes < 60 && +seconds < 60;
  if (day !== noDay && !(isDay(day) && isTime)) return null;
  return {
    day,
    time: `${hours.padStart(2, "0")}:${minutes}:${seconds}`,
    zone: zone && (zones.get(zone.toUpperCase()) ?? offsetOf(zone)),
  };
}

/** Writes `+09`, `+0900` or `+09:00` as `+09:00`. */
const offsetOf = (zone: string): string =>
  `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;

/** Returns the moment in Japan time, null if its zone does not exist. */
function toJapan({ day, time, zone = "+09:00" }: Moment): string | null {
  const moment = new Date(`${day}T${time}${zone}`);
  return Number.isNaN(moment.getTime()) ? null : toJapanIso(moment);
}

const readDate: Read = (text) => {
  const parts = readParts(text);
  if (!parts) return { reason: "is not a date" };
  return { value: parts.day === noDay ? null : parts.day };
};

const readDateTime: Read = (text) => {
  const parts = readParts(text);
  if (parts?.day === noDay) return { value: null };
  const value = parts && toJapan(parts);
  return value ? { value } : { reason: "is not a date and time" };
};

const readList: Read = (text, { split }) => ({
  value: (split === undefined ? [text] : text.split(split))
    .map((part) => part.trim())
    .filter((part) => part !== ""),
});

/** The functions that convert text into a value of each kind. */
export const readers: Readonly<Record<Kind, Read>> = {
  text: (text) => ({ value: text }),
  integer: short(readInteger),
  number: short(readDecimal),
  km: short(readKm),
  boolean: short(readBoolean),
  date: short(readDate),
  "jst-date-time": short(readDateTime),
  list: readList,
};

/**
 * Converts a time with a zone to Japan's offset, so that its text starts with
 * the day in Japan. Other values are returned unchanged.
 */
export function inJapan(value: unknown): unknown {
  const parts = typeof value === "string" ? readParts(value) : null;
  return (parts?.zone && toJapan(parts)) || value;
}

/** Returns the kind of a field, from the type and format of its schema. */
export function kindOf(field: Field): Kind {
  if (field.format === "date-time") return "jst-date-time";
  if (field.format === "date") return "date";
  return kindsByType[fieldType(field)] ?? "text";
}

const kindsByType: Readonly<Record<string, Kind>> = {
  integer: "integer",
  number: "number",
  boolean: "boolean",
  array: "list",
};

/** Yen for one unit of a currency, by its code. */
export type CurrencyRates = ReadonlyMap<string, number>;

/** Parses the setting CURRENCY_RATES, such as `USD=155.2, EUR=170`. */
export const readRates = (setting: string): CurrencyRates =>
  new Map(
    setting
      .split(",")
      .map((entry) => entry.trim().split("="))
      .flatMap(([code, rate]) =>
        code && rate ? [[code, Number(rate)] as const] : [],
      ),
  );

/** Throws FeedError if the settings lack the rate of a currency of the feed. */
export function checkRates(
  { name: feed, fields }: FeedMapping,
  rates: CurrencyRates,
): void {
  for (const [name, { currency }] of Object.entries(fields))
    if (currency !== undefined && !rates.has(currency))
      throw new FeedError(
        `Feed "${feed}" has ${name} in ${currency}, but the setting CURRENCY_RATES has no rate for it`,
      );
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g;

/** Decodes HTML entities; unknown entities stay as they are. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    entity,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedEntities[name] ?? whole;
      const code = decimal === undefined ? parseInt(hex ?? "", 16) : +decimal;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Characters that PostgreSQL rejects or that a wrong encoding produces. */
const unreadable = /[\0\ufffd\p{Surrogate}]/u;

export const isReadable = (text: string): boolean => !unreadable.test(text);

/**
 * Returns a source value as trimmed text with decoded entities: "" for a
 * missing value, null for a list or an object.
 */
export function plainText(value: unknown): string | null {
  if (typeof value === "string") return decodeEntities(value).trim();
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean")
    return String(value);
  return null;
}
