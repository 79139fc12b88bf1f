import { fieldType } from "../../../domain/resource";
import { extraType } from "../listing/extraType";
import type { IndexQuery } from "../listing/listingIndex";
import type { ColumnTable } from "./columnTable";
import { readerOf } from "./conditions";
import { columnIndex, NotLoaded, placedField } from "./loadedFields";
import type { Group } from "./view";

/** A field to add up over the rows of a list. */
export type SummedField = Group["columns"][number] & {
  name: string;
  read: (raw: unknown) => unknown;
};

/**
 * Returns a field to add up. Throws `NotLoaded` for fractions, because their sum
 * depends on the order in which the database adds them.
 */
export function summedField(
  table: ColumnTable,
  query: IndexQuery,
  name: string,
): SummedField {
  const placed = placedField(query, name);
  const { field, storage } = placed;
  const type = storage.kind === "extra" ? extraType(field) : fieldType(field);
  if (type !== "integer") throw new NotLoaded();
  const column = columnIndex(table, query, name, "value");
  const size = table.dictionary(column).values.length;
  return { name, column, size, read: readerOf(placed) };
}

/** Returns the sum of a field from the number of rows by code. */
export function sumOf(
  table: ColumnTable,
  { column, read }: SummedField,
  counts: ArrayLike<number>,
): number {
  const { values } = table.dictionary(column);
  let sum = 0;
  for (let code = 1; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    const value = count > 0 ? read(values[code]) : null;
    if (typeof value === "number") sum += count * value;
  }
  return sum;
}
