import {
  fieldType,
  isDate,
  type Field,
  type RowSchema,
} from "../../../domain/resource";

/** A field of a row schema, as testers see it. */
export type FieldSubject = { row: string; name: string; field: Field };

/** Returns a field as a subject. An unknown field counts as plain text. */
export const fieldSubject = (
  row: Pick<RowSchema, "$id" | "properties">,
  name: string,
): FieldSubject => ({
  row: row.$id,
  name,
  field: row.properties[name] ?? {},
});

/** Returns whether a field is a note: several lines, of which four are shown. */
export const isNote = (field: Field | undefined): boolean =>
  field?.["x-shown"] === "note";

/** Returns whether a field is an address that pages show as a link. */
export const isLink = (field: Field | undefined): boolean =>
  field?.["x-shown"] === "link";

type HasField = { field: Field };

export const isAnything = (): boolean => true;

/** Matches fields with this `x-shown`. */
export const isShownAs =
  (format: string) =>
  ({ field }: HasField): boolean =>
    field["x-shown"] === format;

/** Matches fields with this `x-unit`; without an argument, with any unit. */
export const hasUnit =
  (unit?: string) =>
  ({ field }: HasField): boolean =>
    unit === undefined
      ? field["x-unit"] !== undefined
      : field["x-unit"] === unit;

export const hasVocabulary = ({ field }: HasField): boolean =>
  field["x-vocabulary"] !== undefined;

export const isDictionaryOf =
  (dictionary: string) =>
  ({ field }: HasField): boolean =>
    field["x-dictionary"] === dictionary;

export const isDateField = ({ field }: HasField): boolean => isDate(field);

export const isEnum = ({ field }: HasField): boolean =>
  field.enum !== undefined;

export const isOfType =
  (...types: string[]) =>
  ({ field }: HasField): boolean =>
    types.includes(fieldType(field));

/** Matches arrays whose possible entries are known. */
export const isListOfChoices = ({
  field,
  hasOptions = false,
}: HasField & { hasOptions?: boolean }): boolean =>
  fieldType(field) === "array" &&
  (hasOptions || field.items?.enum !== undefined);
