import type { Field } from "../../domain/resource";
import { columnFinder } from "./columns";
import type { Columns } from "./columns";
import type { MappedField } from "./feedMapping";
import { isReadable, plainText } from "./plainText";
import { inJapan, kindOf, readers } from "./readValue";
import type { Reading } from "./readValue";

/** The value, null when it is not known; with the text the map did not know. */
type FieldReading = { value: unknown; unmapped?: string } | { reason: string };

type FieldReader = {
  name: string;
  read: (columns: Columns) => FieldReading;
};

/** Case and what stands between words count nothing in a code. */
const codeOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s_-]+/)
    .join(" ");

/** Makes the function that reads one schema field from a source row. */
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

  const refine = textRefiner(mapped);

  const readText = (source: string): FieldReading => {
    if (!isReadable(source))
      return { reason: "has characters that cannot be read" };
    const text = refine(source);
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

  const readAny = (columns: Columns): FieldReading => {
    for (const source of sources) {
      const value = source(columns);
      if (kind === "list" && Array.isArray(value)) return readList(value);
      const text = plainText(value);
      if (text === null) return { reason: "is not a single value" };
      if (text !== "") return readText(text);
    }
    return readText("");
  };

  const isMoment = field.format === "date-time";
  const read = (columns: Columns): FieldReading => {
    const reading = readAny(columns);
    if ("reason" in reading) return reading;
    if (isRequired && reading.value === null) return { reason: "is missing" };
    return isMoment ? { ...reading, value: inJapan(reading.value) } : reading;
  };
  return { name, read };
}

/** Takes of a text what the mapping wants of it; "" when that is nothing. */
function textRefiner(mapped: MappedField): (text: string) => string {
  const take = mapped.take === undefined ? null : new RegExp(mapped.take, "u");
  return (text) => {
    const taken = take ? (take.exec(text)?.[1] ?? "").trim() : text;
    if (mapped.case === undefined) return taken;
    return mapped.case === "upper" ? taken.toUpperCase() : taken.toLowerCase();
  };
}

/** A list that the source already gives as one. */
function readList(values: readonly unknown[]): FieldReading {
  const texts = values.map(plainText);
  if (texts.includes(null)) return { reason: "is not a list of texts" };
  return texts.every((text) => text === null || isReadable(text))
    ? { value: texts.filter((text) => text !== "") }
    : { reason: "has characters that cannot be read" };
}
