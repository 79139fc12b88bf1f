import type { ComponentType } from "react";
import type { Column, Field, RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";

export type CellProps = {
  row: Row;
  schema: RowSchema;
  /** The first field is the main line; the others appear below it. */
  fields: readonly string[];
  /** Of a control in the cell. */
  tabIndex?: number | undefined;
};

export type Cell = ComponentType<CellProps>;

/** A field of a row schema, as cells see it. */
type FieldSubject = { row: string; name: string; field: Field };

/** A cell, with what tables and cards need to know of it. */
export type CellDefinition = {
  Cell: Cell;
  /**
   * The types of the first field if columns can name the cell; `date` is a text with the
   * format date or date-time. The program alone chooses cells without types.
   */
  types?: readonly string[];
  /** Matches the fields that it shows in columns that name no cell. */
  isFor?: (subject: FieldSubject) => boolean;
  /** Width in pixels if the column declares none. */
  width: number;
  /** A class of the element around the cell, for its text. */
  className?: string | undefined;
  /** The number of photos of the row that it shows. They need higher rows. */
  photos?: 1 | 2;
  /** The cell renders a `RowLink` itself; otherwise the table wraps it. */
  hasLink?: boolean;
  /** The cell has a control, so it cannot be the link of a first column. */
  hasControl?: boolean;
};

/** Cells by the names that columns give. */
export type Cells = Readonly<Record<string, CellDefinition>>;

const cells = new Map<string, CellDefinition>();

/** Adds cells. Of two for the same name or field, the later one wins. */
export function registerCells(added: Cells): void {
  for (const [name, definition] of Object.entries(added)) {
    cells.delete(name);
    cells.set(name, definition);
  }
}

/** Returns the cell of a column, by its declared name or its first field. */
export function cellFor(
  { $id: row, properties }: RowSchema,
  { cell = "", fields }: Pick<Column, "cell" | "fields">,
): CellDefinition {
  const [name = ""] = fields;
  const subject = { row, name, field: properties[name] ?? {} };
  const found =
    cells.get(cell) ??
    [...cells.values()].findLast(({ isFor }) => isFor?.(subject));
  if (!found) throw new Error("No cell is registered for this field.");
  return found;
}
