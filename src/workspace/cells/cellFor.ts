import { isDate, type Column, type RowSchema } from "../../../domain/resource";
import type { CellDefinition, Cells } from "../registry/areaModule";
import { areaCells } from "../registry/areas";
import { isNote } from "../sections";
import { NoteCell } from "./NoteCell";
import { PhotoCell, TwoPhotosCell } from "./PhotoCell";
import { MomentCell, PriceCell, TextCell } from "./TextCell";
import styles from "./cells.module.css";

const price: CellDefinition = {
  Cell: PriceCell,
  types: ["integer", "number"],
  isFor: ({ field }) => field["x-unit"] === "yen",
  width: 116,
  className: styles.price,
};

/** The cells of the engine. Of several that match a field, the last one draws it. */
const standardCells: Cells = {
  text: { Cell: TextCell, isFor: () => true, width: 128, hasLink: true },
  moment: {
    Cell: MomentCell,
    isFor: ({ field }) => isDate(field),
    width: 132,
    hasLink: true,
  },
  price,
  yen: price,
  photo: {
    Cell: PhotoCell,
    types: ["array"],
    isFor: ({ field }) => field["x-shown"] === "photos",
    width: 250,
    photos: 1,
    hasLink: true,
  },
  photos: {
    Cell: TwoPhotosCell,
    types: ["array"],
    width: 346,
    photos: 2,
    hasLink: true,
  },
  letter: {
    Cell: TextCell,
    isFor: ({ field }) => field["x-shown"] === "letter",
    width: 80,
  },
  note: {
    Cell: NoteCell,
    isFor: ({ field }) => isNote(field),
    width: 220,
    hasControl: true,
  },
};

/** Returns the cell of a column, by its declared name or its first field. */
export function cellFor(
  { $id: row, properties }: RowSchema,
  { cell = "", fields }: Pick<Column, "cell" | "fields">,
): CellDefinition {
  const [name = ""] = fields;
  const subject = { row, name, field: properties[name] ?? {} };
  const tables = [standardCells, ...areaCells()];
  const found =
    tables.findLast((cells) => Object.hasOwn(cells, cell))?.[cell] ??
    tables
      .flatMap((cells) => Object.values(cells))
      .findLast(({ isFor }) => isFor?.(subject));
  if (!found) throw new Error("No cell is registered for this field.");
  return found;
}
