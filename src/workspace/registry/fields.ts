import {
  fieldType,
  isDate,
  type Field,
  type RowSchema,
} from "../../../domain/resource";

/** A field of a row, as the registries look at it. */
export type FieldSubject = { row: string; name: string; field: Field };

/** The subject for a field; a field the schema lacks counts as plain text. */
export const fieldSubject = (row: RowSchema, name: string): FieldSubject => ({
  row: row.$id,
  name,
  field: row.properties[name] ?? {},
});

export const isAnything = (): boolean => true;

export const isNamed =
  (...names: string[]) =>
  ({ name }: { name: string }): boolean =>
    names.includes(name);

export const hasUnit =
  (unit?: string) =>
  ({ field }: { field: Field }): boolean =>
    unit === undefined
      ? field["x-unit"] !== undefined
      : field["x-unit"] === unit;

export const isDictionaryOf =
  (dictionary: string) =>
  ({ field }: { field: Field }): boolean =>
    field["x-dictionary"] === dictionary;

export const isDateField = ({ field }: { field: Field }): boolean =>
  isDate(field);

export const isEnum = ({ field }: { field: Field }): boolean =>
  field.enum !== undefined;

export const isOfType =
  (...types: string[]) =>
  ({ field }: { field: Field }): boolean =>
    types.includes(fieldType(field));
