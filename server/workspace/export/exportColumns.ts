import { roleOf, type Viewer } from "../../../domain/access";
import { chosenLabel } from "../../../domain/chosenLabel";
import { countryName } from "../../../domain/countryName";
import { fileNames, isFileField } from "../../../domain/fileField";
import { exportTypes } from "../../../domain/exportTypes";
import { isDay, japanDayAndTime } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import {
  choiceKey,
  fieldType,
  isDate,
  type Column,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { vocabularyKey } from "../../../domain/vocabulary";
import { failure } from "../../platform/errors";
import type { Messages } from "../../platform/messages";
import type { Row } from "../listing";
import type { Cell, FileColumn } from "./fileContent";

/** A column of a file with its field and the function that writes its cells. */
export type ExportColumn = FileColumn & {
  field: string;
  /** Other fields of the row that decide about the text. */
  reads: readonly string[];
  write: Write;
};

type Asked = {
  /** The whole declaration, and the declaration cut to its viewer. */
  declared: Resource;
  resource: Resource;
  row: RowSchema;
  viewer: Viewer;
  language: Language;
  wording: Wording;
  /** Comma-separated column ids; by default all visible columns. */
  columns: string | undefined;
};

/**
 * Returns the columns of a file in the order of the list, or of the requested
 * ids; by default all columns, then the fields of `exported`. Each field has one column, and
 * no field appears twice. A field of `exported` whose label names a choice of the viewer is
 * left out without that choice, because its value is unknown then. Throws invalid_request for a column that the viewer does not have.
 */
export function exportColumns(asked: Asked): ExportColumn[] {
  const { row, viewer, language, wording } = asked;
  const taken = new Map<string, ExportColumn>();
  for (const column of chosenColumns(asked))
    for (const name of column.fields) {
      const field = row.properties[name];
      if (!field || taken.has(name)) continue;
      const label = headingOf(asked, { column, name, field });
      taken.set(name, {
        field: name,
        reads: Object.keys(field["x-choicesFor"] ?? {}),
        label,
        width: Math.max(widthOf(field), label.length + 2),
        write: cellOf(
          { row: row.$id, name, field },
          { viewer, language, wording },
        ),
      });
    }
  return [...taken.values()];
}

function chosenColumns({
  resource,
  row,
  viewer,
  columns,
}: Asked): readonly Column[] {
  const added = (resource.exported ?? []).map((name): Column => ({
    id: name,
    fields: [name],
  }));
  const all = [...resource.columns, ...added];
  const ids = columns?.split(",") ?? all.map(({ id }) => id);
  const chosen = ids.flatMap((id) => all.find((each) => each.id === id) ?? []);
  if (chosen.length < ids.length)
    throw failure("invalid_request", {
      errors: { columns: [{ key: "errors.fields.invalid" }] },
    });
  const lacksChoice = ({ id }: Column) => {
    const choice = row.properties[id]?.["x-labelChoice"]?.choice;
    return choice !== undefined && !viewer.choices?.[choice];
  };
  return chosen.filter(
    (column) => !added.includes(column) || !lacksChoice(column),
  );
}

/**
 * Returns the heading: the column's label, or the field's label if the column
 * has several fields, followed by the unit.
 */
export function headingOf(
  {
    declared,
    row,
    wording,
    viewer,
  }: Pick<Asked, "declared" | "row" | "wording"> & { viewer?: Viewer },
  { column, name, field }: { column: Column; name: string; field: Field },
): string {
  const usual = wording(`fields.${row.$id}.${name}`, field.title ?? name);
  const chosen = chosenLabel(
    { row: row.$id, name, field },
    (choice) => viewer?.choices?.[choice],
  );
  const own = chosen
    ? wording(chosen.key, usual, {
        choice: wording(chosen.word, chosen.choice),
      })
    : usual;
  const isAlone =
    declared.columns.find(({ id }) => id === column.id)?.fields.length === 1;
  const label = isAlone
    ? wording(`resources.${declared.name}.columns.${column.id}`, own)
    : own;
  const unit = field["x-unit"];
  // The headings of tables name yen by its sign.
  return unit
    ? `${label.replace(/, ¥$/, "")}, ${wording(`list.export.units.${unit}`, unit)}`
    : label;
}

function widthOf(field: Field): number {
  if (isDate(field)) return field.format === "date" ? 12 : 17;
  if (field.enum) return 18;
  const type = fieldType(field);
  if (type !== "string") return 10;
  return (field.maxLength ?? 0) > 100 ? 40 : 18;
}

/**
 * Returns the text of a locale key in the viewer's language, or the fallback.
 */
export type Wording = (
  key: string,
  otherwise: string,
  values?: Readonly<Record<string, string>>,
) => string;

/** Returns the texts of the locales in a language. */
export const wordingIn =
  (
    messages: Pick<Messages, "has" | "translate">,
    language: Language,
  ): Wording =>
  (key, otherwise, values) =>
    messages.has(language, key)
      ? messages.translate(language, key, values)
      : otherwise;

type Named = { row: string; name: string; field: Field };
type Reader = { viewer: Viewer; language: Language; wording: Wording };
/** Writes a value of a row, whose other fields may decide about its text. */
type Write = (value: unknown, row?: Row) => Cell;

/** Writers for values of `x-shown`. Other values are written by their type. */
const shownAs: Readonly<Record<string, (reader: Reader) => Write>> = {
  letter: () => asLetter,
  // Photo addresses are useless outside the portal, so the cell has their
  // number.
  photos: () => (list) => (Array.isArray(list) ? list.length : null),
  bidType:
    ({ wording }) =>
    (value) => {
      const type = exportTypes.find(({ id }) => id === value);
      return type ? wording(`bidTypes.${type.key}.label`, type.key) : null;
    },
  country:
    ({ language }) =>
    (value) =>
      countryName(String(value), language),
};

/**
 * Returns the function that writes values of a field: enum values as labels,
 * numbers as numbers, times in Japan time, photos as their number, files as names, and other
 * lists joined by commas.
 */
export function cellOf(named: Named, reader: Reader): Write {
  const { viewer, wording } = reader;
  const { field } = named;
  if (isFileField(field)) return filled((value) => fileNames(value) || null);
  const vocabulary = field["x-vocabulary"];
  if (vocabulary !== undefined)
    return filled((value) => {
      const word = String(value);
      return wording(vocabularyKey(vocabulary, word), word);
    });
  const shown = shownAs[field["x-shown"] ?? ""];
  if (shown) return filled(shown(reader));
  if (field.enum)
    return filled((value, row) => {
      const text = String(value);
      return wording(choiceKey(named, roleOf(viewer), text, row), text);
    });
  if (field.format === "date") return filled(dayCell);
  if (field.format === "date-time") return filled(momentCell);
  switch (fieldType(field)) {
    case "integer":
    case "number":
      return filled(numberCell);
    case "boolean":
      return filled((value) =>
        value === true ? wording("list.yes", "1") : wording("list.no", "0"),
      );
    case "array":
      return filled(listCell);
    default:
      return filled(String);
  }
}

const filled =
  (write: Write): Write =>
  (value, row) =>
    value === null || value === undefined ? null : write(value, row);

/** Returns the letter of a number: 1 is A. */
function asLetter(value: unknown): Cell {
  const number = Number(value);
  const isLetter = Number.isInteger(number) && number >= 1 && number <= 26;
  return isLetter ? String.fromCharCode(64 + number) : number;
}

function numberCell(value: unknown): Cell {
  const number = Number(value);
  return Number.isFinite(number) ? number : String(value);
}

function dayCell(value: unknown): Cell {
  const day = String(value);
  return isDay(day) ? { time: day } : day;
}

function momentCell(value: unknown): Cell {
  const moment = new Date(String(value));
  if (Number.isNaN(moment.getTime())) return String(value);
  const { day, time } = japanDayAndTime(moment);
  return { time: time === null ? day : `${day} ${time}` };
}

function listCell(list: unknown): Cell {
  if (!Array.isArray(list)) return null;
  const isText = list.every((item) => typeof item === "string");
  return isText ? list.join(", ") : list.length;
}
