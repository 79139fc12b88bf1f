import type { ComponentType } from "react";
import type { Column, RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { fieldSubject, type FieldSubject } from "./fields";
import {
  best,
  rank,
  register,
  type Entry,
  type Tester,
  type Registry,
} from "./rank";

/** A column as the registry looks at it: its first field, and its wish. */
export type CellSubject = FieldSubject & { cell: string | undefined };

export type CellProps = {
  row: Row;
  schema: RowSchema;
  /** The first is strong, the others explain it. */
  fields: readonly string[];
};

export type Cell = ComponentType<CellProps>;

export type CellPart = {
  Cell: Cell;
  /** Pixels that it wants where the declaration does not say. */
  width: number;
  /** It has a `RowLink` of its own where it is the first of a row. */
  hasLink?: boolean;
};

const cells: Registry<CellSubject, CellPart> = [];

/** Adds cells, such as those of an area. */
export const registerCells = (
  entries: readonly Entry<CellSubject, CellPart>[],
): void => {
  register(cells, entries);
};

/**
 * Fits where a declaration asks for the cell by that name, one of those that
 * schemas/meta/resource.json lists.
 */
export const isAsked = (
  name: NonNullable<Column["cell"]>,
): Tester<CellSubject> => rank(100, ({ cell }) => cell === name);

/** The cell of a column: by its name where it has one, else by its field. */
export const cellFor = (
  schema: RowSchema,
  { cell, fields }: Pick<Column, "cell" | "fields">,
): CellPart => best(cells, { ...fieldSubject(schema, fields[0] ?? ""), cell });
