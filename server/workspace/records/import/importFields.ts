import { isFilledIn } from "../../../../domain/computed/rule";
import type { Viewer } from "../../../../domain/access";
import { countryNames } from "../../../../domain/countryName";
import { languageNames, type Language } from "../../../../domain/limits";
import {
  fieldType,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../../domain/resource";
import { isState } from "../../../../domain/states";
import { visibleRow } from "../../../../domain/visible";
import { vocabularyKey } from "../../../../domain/vocabulary";
import type { Messages } from "../../../platform/messages";
import { cellOf, headingOf, wordingIn } from "../../export/exportColumns";
import { cellText } from "../../export/fileContent";
import type { FindRecordId } from "../readNames";
import { comparable } from "./comparable";
import { unitRemover, type FieldTexts } from "./readCell";

/** A field that a column of the file can fill. */
export type ImportField = {
  name: string;
  field: Field;
  /** Whether the field is part of the key of a row. */
  isKey: boolean;
  /** The ways to write the heading, compared without case. */
  headings: readonly string[];
  texts: FieldTexts;
  /** Returns the texts of a stored value in exported files. */
  exported: (value: unknown) => readonly string[];
};

/** A field with its headings, without the texts of its values. */
export type HeadedField = Pick<ImportField, "name" | "field" | "headings">;

export type FieldRequest = {
  resource: Resource;
  row: RowSchema;
  viewer: Viewer;
  language: Language;
  messages: Messages;
  /** The values in the store of fields whose texts are not in the locales, by field. */
  stored: Readonly<Record<string, readonly unknown[]>>;
  /** Find records of other lists by their names, by field. */
  referred: Readonly<Record<string, FindRecordId>>;
};

/** Returns the fields that people fill in and that a cell can hold. */
const fillableFields = (row: RowSchema): [string, Field][] =>
  Object.entries(row.properties).filter(
    ([, field]) =>
      isFilledIn(field) &&
      !isState(field) &&
      fieldType(field) !== "object" &&
      fieldType(field.items ?? {}) !== "object",
  );

/** Returns the fields whose texts an export translates, by a vocabulary or as countries. */
export const wordedFields = (row: RowSchema): string[] =>
  fillableFields(row).flatMap(([name, field]) =>
    fieldType(field) === "string" &&
    !field.enum &&
    (field["x-vocabulary"] !== undefined || field["x-shown"] === "country")
      ? [name]
      : [],
  );

/** Returns the fields that an import can fill, with the texts that people use for them. */
export const importFields = (asked: FieldRequest): ImportField[] =>
  fieldsOf(asked, fillableFields(visibleRow(asked.row, asked.viewer)));

/** Returns these fields as far as the viewer sees them, with the texts that people use for them. */
export const fieldsNamed = (
  asked: FieldRequest,
  names: readonly string[],
): ImportField[] => fieldsOf(asked, visibleFields(asked, names));

/** Returns these fields as far as the viewer sees them, with their headings. */
export function headedFields(
  asked: Omit<FieldRequest, "language" | "stored" | "referred">,
  names: readonly string[],
): HeadedField[] {
  const row = visibleRow(asked.row, asked.viewer);
  return visibleFields(asked, names).map(([name, field]) => ({
    ...{ name, field },
    headings: headingsOf(asked, { row, name, field }),
  }));
}

function visibleFields(
  { row, viewer }: Pick<FieldRequest, "row" | "viewer">,
  names: readonly string[],
): (readonly [name: string, field: Field])[] {
  const { properties } = visibleRow(row, viewer);
  return names.flatMap((name) => {
    const field = properties[name];
    return field ? [[name, field] as const] : [];
  });
}

function fieldsOf(
  asked: FieldRequest,
  chosen: readonly (readonly [name: string, field: Field])[],
): ImportField[] {
  const { resource, viewer, stored } = asked;
  const row = visibleRow(asked.row, viewer);
  return chosen.map(([name, field]) => {
    const writers = writersOf(asked, { row, name, field });
    return {
      name,
      field,
      isKey: resource.import?.key.includes(name) ?? false,
      headings: headingsOf(asked, { row, name, field }),
      texts: {
        findValue:
          asked.referred[name] ??
          valueFinder(asked, { field, writers, stored: stored[name] ?? [] }),
        withoutUnit: unitRemover(unitNames(asked, field)),
      },
      exported: (value) => writers.map((write) => write(value)),
    };
  });
}

/** Returns the headings of the fields that the program fills in. */
export const programHeadings = (asked: FieldRequest): string[] => {
  const row = visibleRow(asked.row, asked.viewer);
  return Object.entries(row.properties)
    .filter(([, field]) => !isFilledIn(field) || isState(field))
    .flatMap(([name, field]) => headingsOf(asked, { row, name, field }));
};

type Named = { row: RowSchema; name: string; field: Field };

/** The reader's language first. */
const languagesFor = ({ language }: Pick<FieldRequest, "language">) => [
  language,
  ...languageNames.filter((other) => other !== language),
];

const writersOf = (
  asked: FieldRequest,
  { row, name, field }: Named,
): ((value: unknown) => string)[] =>
  languagesFor(asked).map((language) => {
    const wording = wordingIn(asked.messages, language);
    const named = { row: row.$id, name, field };
    const write = cellOf(named, { viewer: asked.viewer, language, wording });
    return (value) => cellText(write(value));
  });

/** The name of the field, its label, and the heading of an export with its unit. */
function headingsOf(
  { resource, messages }: Pick<FieldRequest, "resource" | "messages">,
  { row, name, field }: Named,
): string[] {
  const columns = resource.columns.filter(({ fields }) =>
    fields.includes(name),
  );
  const inLanguages = languageNames.flatMap((language) => {
    const wording = wordingIn(messages, language);
    const withUnit = [{ id: "", fields: [] }, ...columns].map((column) =>
      headingOf({ declared: resource, row, wording }, { column, name, field }),
    );
    return [wording(`fields.${row.$id}.${name}`, ""), ...withUnit];
  });
  const all = [name, field.title ?? "", ...inLanguages].map(comparable);
  return [...new Set(all)].filter((heading) => heading !== "");
}

/** Signs of units that no locale has. */
const signs: Readonly<Record<string, readonly string[]>> = {
  yen: ["¥", "円", "JPY", "yens", "иена", "иены", "йен"],
};

function unitNames(
  { messages }: FieldRequest,
  { "x-unit": unit }: Field,
): string[] {
  if (unit === undefined) return [];
  const labels = languageNames.map((language) =>
    wordingIn(messages, language)(`list.export.units.${unit}`, unit),
  );
  // The longest first, because a shorter name may begin a longer one.
  return [...new Set([unit, ...labels, ...(signs[unit] ?? [])])].sort(
    (left, right) => right.length - left.length,
  );
}

/**
 * Returns a function that finds the value behind a text: a value itself, or its label in a
 * language of the program. A value wins over a label, and the same case over another.
 */
function valueFinder(
  asked: FieldRequest,
  {
    field,
    writers,
    stored,
  }: {
    field: Field;
    writers: readonly ((value: unknown) => string)[];
    stored: readonly unknown[];
  },
): FieldTexts["findValue"] {
  const exact = new Map<string, unknown>();
  const values = new Map<string, unknown>();
  const add = (text: string, value: unknown) => {
    const key = comparable(text);
    if (key !== "" && !values.has(key)) values.set(key, value);
  };
  const choices = [
    ...(field.enum ?? field.items?.enum ?? []).filter(
      (choice) => choice !== null,
    ),
    ...(fieldType(field) === "boolean" ? [true, false] : []),
    ...stored,
  ];
  if (fieldType(field) !== "boolean")
    for (const value of choices) {
      exact.set(String(value), value);
      add(String(value), value);
    }
  for (const write of writers)
    for (const value of choices) add(write(value), value);
  for (const [text, value] of wordsOf(asked, field)) add(text, value);
  return (text) => exact.get(text) ?? values.get(comparable(text));
}

/** The words of the field's vocabulary, or the names of all countries. */
function* wordsOf(
  { messages }: FieldRequest,
  { "x-vocabulary": vocabulary, "x-shown": shown, maxLength = 60 }: Field,
): Generator<[text: string, value: unknown]> {
  if (shown === "country") {
    const english = countryNames("en");
    for (const language of languageNames)
      for (const [code, name] of countryNames(language))
        yield [name, maxLength > 2 ? (english.get(code) ?? code) : code];
  }
  if (vocabulary === undefined) return;
  const prefix = vocabularyKey(vocabulary, "");
  for (const language of languageNames)
    for (const [key, text] of messages.texts(language))
      if (key.startsWith(prefix)) yield [text, messages.translate("en", key)];
}
