import type { Field } from "../../domain/resource";
import { columnFinder, type Columns } from "./columns";
import type { MappedField } from "./feedMapping";
import { type PhotoLimits, readPhotoAddresses } from "./photoAddresses";
import {
  type CurrencyRates,
  inJapan,
  isReadable,
  type Kind,
  kindOf,
  plainText,
  readers,
  type Reading,
} from "./readValue";

/** The value, null if unknown, and a text that has no meaning for the field. */
type FieldReading =
  | { value: unknown; unmapped?: string }
  /** Why the field has no valid value, and the text of the source. */
  | { reason: string; text?: string };

type FieldReader = {
  name: string;
  read: (columns: Columns) => FieldReading;
};

/** Makes a function that reads one schema field from a source row. */
export function compileField({
  name,
  mapped,
  field,
  isRequired,
  rates,
}: {
  name: string;
  mapped: MappedField;
  field: Field;
  isRequired: boolean;
  rates: CurrencyRates;
}): FieldReader {
  const readSource = sourceReader(mapped, mapped.as ?? kindOf(field), rates);
  const isTime = field.format === "date-time";
  const isPhotos = field["x-shown"] === "photos";
  const longest = field.items?.maxLength ?? Infinity;
  const read = (columns: Columns): FieldReading => {
    const reading = readSource(columns);
    if ("reason" in reading) return reading;
    const { value } = reading;
    if (isRequired && value === null) return { reason: "is missing" };
    const addressed = completed(value, mapped.base);
    if (isPhotos && Array.isArray(addressed))
      return readPhotos(addressed, { most: Infinity, longest });
    if (mapped.base !== undefined) return { ...reading, value: addressed };
    return isTime ? { ...reading, value: inJapan(value) } : reading;
  };
  return { name, read };
}

type SourceReader = FieldReader["read"];

/** Returns the reader of a field's source: columns, flag columns or a constant. */
function sourceReader(
  mapped: MappedField,
  kind: Kind,
  rates: CurrencyRates,
): SourceReader {
  const { from, flags, value: constant } = mapped;
  if (from !== undefined) return columnReader({ ...mapped, from }, kind, rates);
  if (flags !== undefined) return flagReader({ ...mapped, flags }, kind);
  return () => ({ value: constant ?? null });
}

/** A dash in the place of a value. */
const dashesOnly = /^[-‐-―−－ー]+$/u;

/**
 * Reads the first alternative of `from` that has a text or a list. A text of dashes
 * alone counts as missing, unless the map has it.
 */
function columnReader(
  mapped: MappedField & Pick<Required<MappedField>, "from">,
  kind: Kind,
  rates: CurrencyRates,
): SourceReader {
  const alternatives = alternativesOf(mapped).map(({ column, take }) => ({
    find: columnFinder(column),
    extract: textExtractor(take, mapped.case),
  }));
  const valueOfCode = codeMap(mapped.map);
  const toYen = yenConverter(mapped.currency, rates);

  const readText = (text: string): FieldReading => {
    const code = valueOfCode(text);
    if (code !== undefined) return { value: code };
    if (mapped.unknown !== undefined)
      return { value: mapped.unknown, unmapped: text };
    const reading: Reading = readers[kind](text, mapped);
    if ("reason" in reading) return { ...reading, text };
    return mapped.zeroIsUnknown && reading.value === 0
      ? { value: null }
      : { value: toYen(reading.value) };
  };

  return (columns) => {
    for (const { find, extract } of alternatives) {
      const value = find(columns);
      if (kind === "list" && Array.isArray(value))
        return readList(value, mapped);
      const source = plainText(value);
      if (source === null) return { reason: "is not a single value" };
      if (!isReadable(source)) return { reason: "has unreadable characters" };
      const text = extract(source);
      const isFiller = dashesOnly.test(text) && valueOfCode(text) === undefined;
      if (text !== "" && !isFiller) return readText(text);
    }
    return { value: mapped.empty ?? (kind === "list" ? [] : null) };
  };
}

/** Returns the alternatives of `from`, each with the `take` that applies to it. */
const alternativesOf = ({
  from = [],
  take,
}: MappedField): { column: string; take: string | undefined }[] =>
  [from]
    .flat()
    .map((alternative) =>
      typeof alternative === "string"
        ? { column: alternative, take }
        : { column: alternative.column, take: alternative.take ?? take },
    );

/**
 * Collects the entries of the columns that say yes, as a list or as one text. A
 * column with another text than yes or no is reported and adds no entry.
 */
function flagReader(
  mapped: MappedField & Pick<Required<MappedField>, "flags">,
  kind: Kind,
): SourceReader {
  const { flags, join = ", ", empty } = mapped;
  const columnsWithEntry = Object.entries(flags).map(([column, entry]) => ({
    column,
    entry,
    find: columnFinder(column),
  }));
  return (columns) => {
    const entries: string[] = [];
    let unmapped: string | undefined;
    for (const { column, entry, find } of columnsWithEntry) {
      const text = plainText(find(columns));
      if (text === "") continue;
      const reading = readers.boolean(text ?? "", mapped);
      if ("reason" in reading) unmapped ??= `${column}: ${text ?? "…"}`;
      else if (reading.value === true) entries.push(entry);
    }
    const whenEmpty = empty ?? (kind === "list" ? [] : null);
    const value = kind === "list" ? entries : entries.join(join);
    return {
      value: entries.length > 0 ? value : whenEmpty,
      ...(unmapped !== undefined && { unmapped }),
    };
  };
}

/** Makes a function that converts an amount to whole yen; without a currency it changes nothing. */
function yenConverter(
  currency: string | undefined,
  rates: CurrencyRates,
): (value: unknown) => unknown {
  const rate = currency === undefined ? undefined : rates.get(currency);
  return (value) =>
    rate === undefined || typeof value !== "number"
      ? value
      : Math.round(value * rate);
}

/** Makes a function that applies `take` and `case`; "" without a match. */
function textExtractor(
  take: string | undefined,
  letterCase: MappedField["case"],
): (text: string) => string {
  const pattern = take === undefined ? null : new RegExp(take, "u");
  return (text) => {
    const taken = pattern ? (pattern.exec(text)?.[1] ?? "").trim() : text;
    if (letterCase === undefined) return taken;
    return letterCase === "upper" ? taken.toUpperCase() : taken.toLowerCase();
  };
}

/**
 * Completes relative addresses by the base of the source. Addresses of a list may
 * themselves be joined by `#`.
 */
function completed(value: unknown, base: string | undefined): unknown {
  if (base === undefined) return value;
  if (Array.isArray(value))
    return value.map((entry: unknown) => completed(entry, base));
  if (typeof value !== "string") return value;
  return value
    .split("#")
    .map((address) =>
      address !== "" && URL.canParse(address, base)
        ? new URL(address, base).href
        : address,
    )
    .join("#");
}

/** Keeps the addresses of photos that browsers may load, and reports another one. */
function readPhotos(
  values: readonly unknown[],
  limits: PhotoLimits,
): FieldReading {
  const { photos, dropped } = readPhotoAddresses(values.map(String), limits);
  return dropped === undefined
    ? { value: photos }
    : { value: photos, unmapped: dropped };
}

/**
 * Reads a value that is a list in the source. Empty entries are left out, unless
 * the list keeps the places of its entries.
 */
function readList(
  values: readonly unknown[],
  { keepsPlaces }: MappedField,
): FieldReading {
  const texts = values.map(plainText);
  if (texts.includes(null)) return { reason: "is not a list of texts" };
  if (!texts.every((text) => text === null || isReadable(text)))
    return { reason: "has unreadable characters" };
  const filled = texts.filter((text) => text !== "");
  return { value: keepsPlaces && filled.length > 0 ? texts : filled };
}

type CodeValue = NonNullable<MappedField["map"]>[string];

/** Normalizes case and separators, which vary in the codes of feeds. */
const codeOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s_-]+/)
    .join(" ");

/** Returns the expression of a map's key such as `/^hybrid/`; null for a text. */
export const patternOfKey = (key: string): string | null =>
  key.length > 2 && key.startsWith("/") && key.endsWith("/")
    ? key.slice(1, -1)
    : null;

/**
 * Makes a function that returns the value of a source text in a map: of the
 * text itself, else of the first expression that matches it; undefined without
 * an entry. Case is ignored.
 */
export function codeMap(
  map: MappedField["map"],
): (text: string) => CodeValue | undefined {
  const codes = new Map<string, CodeValue>();
  const patterns: { expression: RegExp; value: CodeValue }[] = [];
  for (const [key, value] of Object.entries(map ?? {})) {
    const pattern = patternOfKey(key);
    if (pattern === null) codes.set(codeOf(key), value);
    else patterns.push({ expression: new RegExp(pattern, "iu"), value });
  }
  return (text) => {
    const value = codes.size > 0 ? codes.get(codeOf(text)) : undefined;
    if (value !== undefined) return value;
    return patterns.find(({ expression }) => expression.test(text))?.value;
  };
}
