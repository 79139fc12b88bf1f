import type { Field } from "../../domain/resource";
import { columnFinder, type Columns } from "./columns";
import type { MappedField } from "./feedMapping";
import { isReadable, plainText } from "./plainText";
import { inJapan, kindOf, readers, type Reading } from "./readValue";

/** The value, null if unknown, and a text that has no meaning for the field. */
type FieldReading = { value: unknown; unmapped?: string } | { reason: string };

type FieldReader = {
  name: string;
  read: (columns: Columns) => FieldReading;
};

/** Normalizes case and separators, which vary in the codes of feeds. */
const codeOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s_-]+/)
    .join(" ");

/** Makes a function that reads one schema field from a source row. */
export function compileField({
  name,
  mapped,
  field,
  isRequired,
}: {
  name: string;
  mapped: MappedField;
  field: Field;
  isRequired: boolean;
}): FieldReader {
  const from = typeof mapped.from === "string" ? [mapped.from] : mapped.from;
  const sources = from.map(columnFinder);
  const kind = mapped.as ?? kindOf(field);
  const codes = new Map(
    Object.entries(mapped.map ?? {}).map(([text, value]) => [
      codeOf(text),
      value,
    ]),
  );
  const whenEmpty = mapped.empty ?? (kind === "list" ? [] : null);

  const extract = textExtractor(mapped);

  const readText = (source: string): FieldReading => {
    if (!isReadable(source)) return { reason: "has unreadable characters" };
    const text = extract(source);
    if (text === "") return { value: whenEmpty };
    const code = codes.size > 0 ? codes.get(codeOf(text)) : undefined;
    if (code !== undefined) return { value: code };
    if (mapped.unknown !== undefined)
      return { value: mapped.unknown, unmapped: text };
    const reading: Reading = readers[kind](text, mapped);
    if (mapped.zeroIsUnknown && "value" in reading && reading.value === 0)
      return { value: null };
    return reading;
  };

  const readSources = (columns: Columns): FieldReading => {
    for (const source of sources) {
      const value = source(columns);
      if (kind === "list" && Array.isArray(value)) return readList(value);
      const text = plainText(value);
      if (text === null) return { reason: "is not a single value" };
      if (text !== "") return readText(text);
    }
    return readText("");
  };

  const isTime = field.format === "date-time";
  const isPhotos = field["x-shown"] === "photos";
  const read = (columns: Columns): FieldReading => {
    const reading = readSources(columns);
    if ("reason" in reading) return reading;
    const { value } = reading;
    if (isRequired && value === null) return { reason: "is missing" };
    if (isPhotos && Array.isArray(value)) return readPhotos(value);
    return isTime ? { ...reading, value: inJapan(value) } : reading;
  };
  return { name, read };
}

/** Makes a function that applies `take` and `case`; "" without a match. */
function textExtractor(mapped: MappedField): (text: string) => string {
  const take = mapped.take === undefined ? null : new RegExp(mapped.take, "u");
  return (text) => {
    const taken = take ? (take.exec(text)?.[1] ?? "").trim() : text;
    if (mapped.case === undefined) return taken;
    return mapped.case === "upper" ? taken.toUpperCase() : taken.toLowerCase();
  };
}

/**
 * Keeps the addresses of photos that browsers may load: https and paths of this
 * site. The content security policy blocks all others; they are left out and
 * reported. An http address becomes https, as browsers upgrade it anyway.
 */
function readPhotos(values: readonly unknown[]): FieldReading {
  const addresses = values.map((value) =>
    String(value).replace(/^http:\/\//i, "https://"),
  );
  const value = addresses.filter(isPhotoAddress);
  const unmapped = addresses.find((address) => !isPhotoAddress(address));
  return unmapped === undefined ? { value } : { value, unmapped };
}

const isPhotoAddress = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) ||
  (/^https:\/\//i.test(address) && URL.canParse(address));

/** Reads a value that is a list in the source. */
function readList(values: readonly unknown[]): FieldReading {
  const texts = values.map(plainText);
  if (texts.includes(null)) return { reason: "is not a list of texts" };
  return texts.every((text) => text === null || isReadable(text))
    ? { value: texts.filter((text) => text !== "") }
    : { reason: "has unreadable characters" };
}
