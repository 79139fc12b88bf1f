import { isDay, toJapanIso } from "../../../../domain/japanTime";
import { fieldType, isDate, type Field } from "../../../../domain/resource";
import type { Text } from "../../../platform/errors";
import { hasControlCharacters } from "../../../platform/http/bodies";
import { inertText } from "../../export/fileContent";

/** The value of a cell, or the reason why it is invalid. */
export type CellValue = { value: unknown } | { fault: Text };

/** The texts of a field beside its schema. */
export type FieldTexts = {
  /** Returns the value that a text stands for, such as the label of a choice. */
  findValue: (text: string) => unknown;
  /** Returns the text of a number without its unit. */
  withoutUnit: (text: string) => string;
};

const fault = (reason: string, values?: Text["values"]): CellValue => ({
  fault: { key: `import.faults.${reason}`, ...(values && { values }) },
});

/**
 * Reads the text of a cell as a value of a field. Empty means null. Rules of the row
 * schema, such as the least number, are checked later.
 *
 * @example readCell({ type: "integer" }, "¥ 120,000", texts) // { value: 120000 }
 */
export function readCell(
  field: Field,
  text: string,
  texts: FieldTexts,
): CellValue {
  const trimmed = text.trim();
  if (trimmed === "") return { value: null };
  const known = texts.findValue(trimmed);
  if (known !== undefined) return { value: known };
  if (field.enum || field["x-record"]) return fault("choice");
  if (isDate(field)) return field.format === "date" ? day(text) : moment(text);
  switch (fieldType(field)) {
    case "integer":
    case "number":
      return number(
        texts.withoutUnit(plain(text)),
        fieldType(field) === "integer",
      );
    case "boolean":
      return flag(text);
    case "array":
      return list(field, trimmed, texts);
    default:
      return plainText(field, trimmed);
  }
}

/** Full-width digits and signs become plain ones, and every space a usual one. */
const plain = (text: string): string =>
  text.normalize("NFKC").replace(/\s+/g, " ").trim();

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/**
 * Returns a function that removes a unit by one of its names. A number of a field without
 * a unit may have any currency sign. The sign of another currency stays, so that the
 * number is refused.
 */
export function unitRemover(
  names: readonly string[],
): FieldTexts["withoutUnit"] {
  const units = names.map((name) => escaped(plain(name)));
  const unit = units.length > 0 ? units.join("|") : String.raw`\p{Sc}`;
  const before = new RegExp(`^(-?) ?(?:${unit}) ?`, "iu");
  const after = new RegExp(` ?(?:${unit})\\.?$`, "iu");
  return (text) => text.replace(before, "$1").replace(after, "");
}

/**
 * Commas, points, spaces and apostrophes may separate thousands. A comma or point before
 * other than three digits begins the decimals. Before three digits a point begins the
 * decimals, except in a whole number, where it is refused because it may mean either.
 */
function number(text: string, isWhole: boolean): CellValue {
  const digits = text
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, "");
  const value = Number(
    /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)
      ? digits.replaceAll(",", "")
      : /^-?\d{1,3}(\.\d{3}){2,}(,\d+)?$/.test(digits) ||
          /^-?\d{1,3}(\.\d{3})+,\d+$/.test(digits)
        ? digits.replaceAll(".", "").replace(",", ".")
        : /^-?\d+([.,]\d+)?$/.test(digits)
          ? digits.replace(",", ".")
          : "none",
  );
  if (!Number.isFinite(value)) return fault("number");
  if (!isWhole) return { value };
  if (/^-?\d{1,3}\.\d{3}$/.test(digits)) return fault("thousands");
  return Number.isSafeInteger(value) ? { value } : fault("integer");
}

const twoDigits = (text = ""): string => text.padStart(2, "0");

/** Returns `2026-11-28` for the ways to write a day; undefined for other texts. */
function dayOf(text: string): string | undefined {
  const [, year, month, date] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  const [, lastDate, lastMonth, lastYear] =
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const found = `${year ?? lastYear ?? ""}-${twoDigits(month ?? lastMonth)}-${twoDigits(date ?? lastDate)}`;
  return isDay(found) ? found : undefined;
}

/** A spreadsheet writes a day with the time of its midnight. */
function day(text: string): CellValue {
  const found = dayOf(plain(text).replace(/ 0?0:00(:00)?$/, ""));
  return found === undefined ? fault("day") : { value: found };
}

/** A moment without an offset is in Japan time. */
function moment(text: string): CellValue {
  const written = plain(text);
  const [, date = "", hour, minutes, seconds = "00", offset = "+09:00"] =
    /^(\S+?)(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(
      written,
    ) ?? [];
  const found = dayOf(date);
  const time = new Date(
    `${found ?? ""}T${twoDigits(hour ?? "0")}:${minutes ?? "00"}:${seconds}${offset}`,
  );
  if (found === undefined || Number.isNaN(time.getTime()))
    return fault("moment");
  return { value: toJapanIso(time) };
}

function flag(text: string): CellValue {
  const word = plain(text).toLowerCase();
  if (word === "true" || word === "1") return { value: true };
  if (word === "false" || word === "0") return { value: false };
  return fault("flag");
}

/** The entries of a list are separated by commas or semicolons. */
function list(field: Field, text: string, texts: FieldTexts): CellValue {
  const entries: unknown[] = [];
  for (const entry of text.split(/[,;]/)) {
    if (entry.trim() === "") continue;
    const read = readCell(field.items ?? {}, entry, texts);
    if ("fault" in read) return read;
    entries.push(read.value);
  }
  return { value: entries };
}

/** Files of the export have an apostrophe before a text that looks like a formula. */
function plainText(field: Field, text: string): CellValue {
  const lines = text.replace(/\r\n?/g, "\n");
  const value =
    lines.startsWith("'") && inertText(lines.slice(1)) === lines
      ? lines.slice(1)
      : lines;
  return hasControlCharacters({ ...field }, value)
    ? fault("control")
    : { value };
}
