import type { IndexQuery } from "../listing/listingIndex";
import { fieldOf, storageOf } from "../listing/rowSource";
import { columnOf, type FieldUse } from "./columnSource";
import type { ColumnTable } from "./columnTable";
import type { Placed } from "./conditions";

/** Thrown for a query of a field that the index has not loaded. */
export class NotLoaded extends Error {}

/** Returns a value. Throws `NotLoaded` without it. */
export const required = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new NotLoaded();
  return value;
};

/** Returns a field of the query's rows with its storage. */
export const placedField = (
  { source, row }: IndexQuery,
  name: string,
): Placed => ({
  field: fieldOf(row, name),
  storage: storageOf(source, name),
});

/** Returns the place of a field's column in the table. */
export function columnIndex(
  table: ColumnTable,
  { source, row }: IndexQuery,
  name: string,
  use: FieldUse,
): number {
  const column = required(columnOf(source, name, fieldOf(row, name), use));
  const index = table.columns.indexOf(column.name);
  return required(index < 0 ? null : index);
}
