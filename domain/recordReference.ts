import type { Field, RowSchema } from "./resource";

/** A field with the id of a record of another list, and the field that names that record. */
export type RecordReference = { field: string; list: string; name: string };

/** Returns the references of a row to records of other lists. */
export const referencesOf = ({
  properties,
}: Pick<RowSchema, "properties">): RecordReference[] =>
  Object.entries(properties).flatMap(([field, { "x-record": record }]) =>
    record ? [{ field, ...record }] : [],
  );

/** Returns whether the field has the name of the record to which another field refers. */
export const isName = (field: Pick<Field, "x-nameOf">): boolean =>
  field["x-nameOf"] !== undefined;

/** Returns the fields with ids of records that another field of the row names. */
export const namedIds = (row: Pick<RowSchema, "properties">): string[] =>
  namesOf(row).map(({ reference }) => reference.field);

/** Returns the fields of a row with names of other records, each with its reference. */
export const namesOf = (
  row: Pick<RowSchema, "properties">,
): { field: string; reference: RecordReference }[] =>
  Object.entries(row.properties).flatMap(([field, { "x-nameOf": of }]) => {
    if (of === undefined) return [];
    const record = row.properties[of]?.["x-record"];
    return record ? [{ field, reference: { field: of, ...record } }] : [];
  });

/** A field with a copy of field `of` of the record to which another field refers. */
export type RecordCopy = {
  field: string;
  reference: RecordReference;
  of: string;
};

/** Returns the fields of a row that copy fields of records to which it refers. */
export const copiesOf = (row: Pick<RowSchema, "properties">): RecordCopy[] =>
  Object.entries(row.properties).flatMap(([field, { "x-copyOf": copy }]) => {
    const record = copy && row.properties[copy.by]?.["x-record"];
    return record
      ? [{ field, of: copy.field, reference: { field: copy.by, ...record } }]
      : [];
  });

/**
 * Returns whether the program copies the field: the row refers to the record from which the
 * value comes. Otherwise people fill the field in.
 */
export const isCopied = (
  { "x-copyOf": copy }: Pick<Field, "x-copyOf">,
  values: Readonly<Record<string, unknown>>,
): boolean => copy !== undefined && isRecordId(values[copy.by]);

/** The ids of records, as they are written in data. */
export const recordIdPattern = String.raw`^[1-9]\d{0,17}$`;
const recordId = new RegExp(recordIdPattern, "u");

/** Returns whether a value is written like the id of a record. */
export const isRecordId = (value: unknown): value is string =>
  typeof value === "string" && recordId.test(value);
