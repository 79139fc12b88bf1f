import { useLocaleState, useTranslate } from "ra-core";
import { useMemo, type ReactNode } from "react";
import type { Role } from "../../domain/access";
import { isComputed } from "../../domain/computed/rule";
import { countryName } from "../../domain/countryName";
import { fileNames, isFileField } from "../../domain/fileField";
import { formatYen } from "../../domain/money";
import {
  choiceKey,
  fieldType,
  isDate,
  type Field,
  type RowSchema,
} from "../../domain/resource";
import { vocabularyKey } from "../../domain/vocabulary";
import type { Row } from "../providers/dataProvider";
import { useOwnChoices } from "../providers/session";
import { useRole } from "../providers/viewer";
import { readableKey, readableName } from "../ui/readable";
import { formatMoment } from "./formatMoment";
import { numberText } from "./numberText";
import { createRequiredContext } from "./requiredContext";

export type Translate = (
  key: string,
  options?: Record<string, unknown>,
) => string;

/** The viewer's translations, language and role. */
export type TextTools = {
  translate: Translate;
  locale: string;
  role: Role;
  /** Returns a choice of the viewer's profile; null if it is not made. */
  choiceOf?: (name: string) => string | null | undefined;
};

type Single = string | number | boolean;

/** A value of a field, or an entry of its list, with what is needed to write it. */
export type WrittenValue = {
  row: string;
  name: string;
  field: Field;
  value: Single;
  tools: TextTools;
  /** The row of the value, whose other fields may decide about its text. */
  of?: Row | undefined;
};

/** Writes a value for the viewer. */
export type FieldText = (written: WrittenValue) => string;

export type WriteField = (name: string, value: unknown, of?: Row) => string;

/** Shown in place of an empty value. An empty computed field is unknown. */
export const noValue = "--";

const areaTexts = new Map<string | undefined, FieldText>();

/** Adds the texts of fields by their `x-shown`. */
export function registerTexts(texts: Readonly<Record<string, FieldText>>) {
  for (const [shown, text] of Object.entries(texts)) areaTexts.set(shown, text);
}

/** Returns the text of a field's values: by its vocabulary, `x-shown`, unit or type. */
function textOf(field: Field): FieldText {
  const { "x-vocabulary": vocabulary, "x-shown": shown } = field;
  if (vocabulary !== undefined) return wordText;
  const text = areaTexts.get(shown) ?? shownTexts.get(shown);
  if (text) return text;
  const type = fieldType(field);
  if (type === "array") return entryText;
  if (field["x-unit"] === "yen") return yenText;
  if (field.enum) return choiceText;
  if (field["x-unit"] !== undefined) return unitText;
  if (isDate(field)) return momentText;
  if (type === "integer" || type === "number") return unitText;
  return type === "boolean" ? choiceText : plainText;
}

const plainText: FieldText = ({ value }) => String(value);

const momentText: FieldText = ({ value, tools }) =>
  formatMoment(String(value), tools.locale);

/** Writes a number with its unit, by the locale's pattern if it has one. */
const unitText: FieldText = ({ field, value, tools }) => {
  const unit = field["x-unit"];
  const amount = typeof value === "boolean" ? NaN : Number(value);
  const number = Number.isFinite(amount)
    ? numberText(amount, { locale: tools.locale, hasUnit: unit !== undefined })
    : String(value);
  return unit === undefined
    ? number
    : tools.translate(`list.units.${unit}`, {
        number,
        _: `${number}\u00a0${unit}`,
      });
};

const yenText: FieldText = ({ value }) =>
  Number.isSafeInteger(Number(value))
    ? formatYen(Number(value))
    : String(value);

/** Writes 1 as A, 2 as B and so on. */
const letterText: FieldText = ({ value }) => {
  const number = Number(value);
  const isLetter = Number.isInteger(number) && number >= 1 && number <= 26;
  return isLetter ? String.fromCharCode(64 + number) : String(value);
};

const isNumeric = (value: Single) =>
  typeof value === "number" || /^-?\d+(\.\d+)?$/.test(String(value));

/** Writes a choice by the locale; else as a number or a readable name. */
const choiceText: FieldText = (written) => {
  const own = ownChoiceText(written);
  if (own !== null) return own;
  const { value, tools } = written;
  if (typeof value === "boolean")
    return tools.translate(value ? "list.yes" : "list.no");
  return isNumeric(value) ? unitText(written) : readableKey(String(value));
};

/** Writes a word by its vocabulary; an unknown word stays as it is or readable. */
const wordText: FieldText = ({ field, value, tools }) => {
  const { "x-vocabulary": vocabulary = "", "x-shown": shown } = field;
  const word = String(value);
  return tools.translate(vocabularyKey(vocabulary, word), {
    _: shown === "readable" ? readableName(word) : word,
  });
};

/** Writes an entry of a list by the schema of the entries. */
const entryText: FieldText = (written) => {
  const field = written.field.items ?? {};
  return !field.enum && fieldType(field) === "string"
    ? plainText(written)
    : choiceText({ ...written, field });
};

const shownTexts = new Map<string | undefined, FieldText>([
  ["readable", ({ value }) => readableName(String(value))],
  ["choice", (written) => ownChoiceText(written) ?? plainText(written)],
  ["letter", letterText],
  ["country", ({ value, tools }) => countryName(String(value), tools.locale)],
]);

/**
 * Returns the locale's text for a value (`choices.<row>.<field>.<value>`, with
 * 1 and 0 for true and false); null if it has no text.
 */
function ownChoiceText({ value, tools, of, ...subject }: WrittenValue) {
  const choice =
    typeof value === "boolean" ? String(Number(value)) : String(value);
  const key = choiceKey(subject, tools.role, choice, of);
  const text = tools.translate(key, { _: "" });
  return text === "" || text === key ? null : text;
}

type Fields = Pick<RowSchema, "$id" | "properties">;

/**
 * Returns a function that writes the fields of a row schema for the viewer. The entries
 * of a list are separated by commas, the fields of an entry by spaces. An unknown field
 * counts as plain text.
 */
export function fieldWriter(row: Fields, tools: TextTools): WriteField {
  const known = new Map<string, (value: Single, of?: Row) => string>();
  const writerOf = (name: string) => {
    const field = row.properties[name] ?? {};
    const text = textOf(field);
    const writer = (value: Single, of?: Row) =>
      text({ row: row.$id, name, field, value, tools, of });
    known.set(name, writer);
    return writer;
  };
  return (name, value, of) => {
    if (!hasText(value)) return emptyText(row.properties[name] ?? {}, tools);
    if (isFileField(row.properties[name])) return fileNames(value);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const write = known.get(name) ?? writerOf(name);
    const { properties } = row.properties[name]?.items ?? {};
    if (properties) {
      const inner = fieldWriter(
        { $id: `${row.$id}.${name}`, properties },
        tools,
      );
      return (list as readonly Row[])
        .map((of) => knownTexts(inner, of, Object.keys(properties)).join(" "))
        .join(", ");
    }
    return list
      .filter(isSingle)
      .map((single) => write(single, of))
      .join(", ");
  };
}

/** Returns the text of an empty value; of a computed one it says what is missing. */
function emptyText(field: Field, { translate, choiceOf }: TextTools): string {
  if (!isComputed(field)) return noValue;
  const unknown = translate("list.unknown");
  const choice = field["x-labelChoice"]?.choice;
  return choice !== undefined && choiceOf?.(choice) === null
    ? translate(`missingChoices.${choice}`, { _: unknown })
    : unknown;
}

const isSingle = (value: unknown): value is Single =>
  ["string", "number", "boolean"].includes(typeof value);

/** False for null, empty texts, empty lists, NaN and objects. */
const hasText = (value: unknown): boolean =>
  value === 0 ||
  value === false ||
  (Boolean(value) &&
    (isSingle(value) || (Array.isArray(value) && value.length > 0)));

/** The texts of the fields of a row schema. */
type FieldTexts = { row: Fields; tools: TextTools; write: WriteField };

const [FieldTexts, useFieldTexts] = createRequiredContext<FieldTexts>();

/** Returns the viewer's translations, language and role. */
export const useTextTools = (): TextTools => useFieldTexts().tools;

/**
 * Returns a function that writes a field's value for the viewer: with its
 * unit, in Japan time, as the label of a choice, or in yen.
 */
export const useFieldText = (): WriteField => useFieldTexts().write;

/** Returns a function that writes those fields of a row that have a value. */
export function useKnownTexts() {
  const write = useFieldText();
  return (row: Row, names: readonly string[]): string[] =>
    knownTexts(write, row, names);
}

/** Returns the texts of those fields of a row that have a value. */
export const knownTexts = (
  write: WriteField,
  row: Row,
  names: readonly string[],
): string[] =>
  names
    .map((name) => write(name, row[name], row))
    .filter((text) => text !== noValue);

/** Returns a function that gives the locale's own text for true or false; null for none. */
export function useFlagText() {
  const { row, tools } = useFieldTexts();
  return (name: string, value: boolean): string | null => {
    const field = row.properties[name] ?? {};
    return ownChoiceText({ row: row.$id, name, field, value, tools });
  };
}

/** Returns the viewer's translations, language and role, outside of any provider too. */
export function useViewerTools(): TextTools {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const role = useRole();
  const choiceOf = useOwnChoices();
  return useMemo(
    () => ({ translate, locale, role, choiceOf }),
    [translate, locale, role, choiceOf],
  );
}

/**
 * Provides `useFieldText` for the fields of a row schema. A list needs only
 * one, since finding the text of each field once is enough for all its cells.
 */
export function FieldTextProvider({
  row,
  children,
}: {
  row: RowSchema;
  children: ReactNode;
}) {
  const tools = useViewerTools();
  const value = useMemo(
    () => ({ row, tools, write: fieldWriter(row, tools) }),
    [row, tools],
  );
  return <FieldTexts value={value}>{children}</FieldTexts>;
}
