import type { ComponentType } from "react";
import type { Column, RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { fieldSubject, type FieldSubject } from "./fields";
import { createRegistry, entry, type Entry } from "./rank";

/** The first field of a column, and the cell that the column names. */
export type CellSubject = FieldSubject & { cell: string | undefined };

export type CellProps = {
  row: Row;
  schema: RowSchema;
  /** The first field is the main line; the others appear below it. */
  fields: readonly string[];
  /** Of a control in the cell. */
  tabIndex?: number | undefined;
};

export type Cell = ComponentType<CellProps>;

export type CellDefinition = {
  Cell: Cell;
  /** Width in pixels if the column declares none. */
  width: number;
  /** A class of the element around the cell, for its text. */
  className?: string | undefined;
  /** The cell renders a `RowLink` itself; otherwise the table wraps it. */
  hasLink?: boolean;
  /** The cell has a control, so it cannot be the link of a first column. */
  hasControl?: boolean;
};

const cells = createRegistry<CellSubject, CellDefinition>();

/** Registers cells; an area calls it to add its own. */
export const registerCells = cells.register;

/** Returns entries of cells that columns name. */
export const cellsByName = (
  named: Readonly<Record<string, CellDefinition>>,
): Entry<CellSubject, CellDefinition>[] =>
  Object.entries(named).map(([name, definition]) =>
    entry(100, ({ cell }) => cell === name, definition),
  );

/** Returns the cell of a column, by its declared name or its first field. */
export const cellFor = (
  schema: RowSchema,
  { cell, fields }: Pick<Column, "cell" | "fields">,
): CellDefinition =>
  cells.bestMatch({ ...fieldSubject(schema, fields[0] ?? ""), cell });
