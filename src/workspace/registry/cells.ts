import type { ComponentType } from "react";
import type { Field, RowSchema } from "../../../domain/resource";
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

const tables: Cells[] = [];

/** Adds the cells of an area. */
export function registerCells(cells: Cells): void {
  tables.push(cells);
}

/** Returns the cells that areas add to those of the engine, in order. */
export const areaCells = (): readonly Cells[] => tables;
