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

/** Whether the schema says that values are shown in that way. */
export const isShownAs =
  (way: string) =>
  ({ field }: { field: Field }): boolean =>
    field["x-shown"] === way;

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

/** A list of which the schema, or the call, knows every entry. */
export const isListOfChoices = ({
  field,
  hasOptions = false,
}: {
  field: Field;
  hasOptions?: boolean;
}): boolean =>
  fieldType(field) === "array" &&
  (hasOptions || field.items?.enum !== undefined);
