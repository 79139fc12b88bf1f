import { isFilledIn } from "../../../../domain/computed/rule";
import type { Viewer } from "../../../../domain/access";
import type { Language } from "../../../../domain/limits";
import { referencesOf } from "../../../../domain/recordReference";
import {
  fieldType,
  type Action,
  type Resource,
  type RowSchema,
} from "../../../../domain/resource";
import { isState } from "../../../../domain/states";
import type { Condition } from "../../listing";
import { comparable } from "../import/comparable";
import {
  fieldsNamed,
  headedFields,
  wordedFields,
  type HeadedField,
  type ImportField,
} from "../import/importFields";
import type { ImportContext } from "../import/importPlan";
import { matchColumns, type ImportColumn } from "../import/matchColumns";
import { storedTexts } from "../import/storedRows";
import { recordIdFinder, type FindRecordId } from "../readNames";
import type { SheetLine } from "./readSheet";

/** The fields that a paste reads: those that identify rows, those it changes, and all others. */
export type PasteFields = {
  keys: readonly HeadedField[];
  values: readonly HeadedField[];
  /** The headings of all other fields of the row. */
  others: readonly string[];
};

type FieldsRequest = {
  resource: Resource;
  row: RowSchema;
  viewer: Viewer;
  language: Language;
  action: Action;
};

/** Returns the fields that a pasted text may have as columns. */
export function pasteFields(
  context: ImportContext,
  request: FieldsRequest,
): PasteFields {
  const { row, action } = request;
  const { edits = [], paste } = action;
  const names = edits.filter((name) => {
    const { items = {}, ...field } = row.properties[name] ?? {};
    return (
      isFilledIn(field) &&
      !isState(field) &&
      ![fieldType(field), fieldType(items)].includes("object")
    );
  });
  const asked = { ...context, ...request };
  const keys = headedFields(asked, paste?.key ?? []);
  const values = headedFields(asked, names);
  const known = new Set([...keys, ...values].map(({ name }) => name));
  const others = Object.keys(row.properties).filter((name) => !known.has(name));
  return {
    ...{ keys, values },
    others: headedFields(asked, others).flatMap(({ headings }) => headings),
  };
}

/**
 * Returns these fields with the texts that people use for their values. Reads only the
 * stored words and the names of other records that these fields need.
 */
export async function readableFields(
  context: ImportContext,
  {
    names,
    scope,
    ...request
  }: FieldsRequest & { names: readonly string[]; scope: Condition },
): Promise<ImportField[]> {
  const { row, viewer } = request;
  const stored: Record<string, string[]> = {};
  for (const name of wordedFields(row))
    if (names.includes(name))
      stored[name] = await storedTexts(context.database.kysely, {
        ...{ scope, name },
      });
  const referred: Record<string, FindRecordId> = {};
  for (const reference of referencesOf(row))
    if (names.includes(reference.field))
      referred[reference.field] = await recordIdFinder(context, {
        ...{ viewer, reference },
      });
  return fieldsNamed({ ...context, ...request, stored, referred }, names);
}

/** A column of the pasted text: a field that identifies the row, one that is changed, or neither. */
export type PasteColumn = ImportColumn & { isKey: boolean };

/** Returns whether a line has the headings of the columns below it. */
export const isHeading = (
  { cells }: SheetLine,
  { keys, values }: PasteFields,
): boolean => {
  const headings = new Set(
    [...keys, ...values].flatMap((field) => field.headings),
  );
  return cells.some((cell) => headings.has(comparable(cell)));
};

/**
 * Returns the columns with the fields that they have: the fields in `chosen`, else those of
 * the headings.
 */
export function pasteColumns(
  header: readonly string[],
  { keys, values, others }: PasteFields,
  {
    chosen,
    byKey,
  }: {
    chosen: readonly (string | null)[] | undefined;
    /** Whether columns identify the rows. */
    byKey: boolean;
  },
): PasteColumn[] {
  const unused = byKey ? [] : keys.flatMap(({ headings }) => headings);
  const columns = matchColumns(header, {
    fields: byKey ? [...keys, ...values] : values,
    program: [...others, ...unused],
    chosen,
  });
  return columns.map((column) => ({
    ...column,
    isKey: keys.some(({ name }) => name === column.field),
  }));
}
