import { memo, Suspense, useMemo } from "react";
import { isFileField } from "../../../domain/fileField";
import {
  type Column,
  type RowSchema,
  isDate,
  type Action,
} from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { InlineFailure } from "../../ui/InlineFailure";
import { preloadable } from "../../ui/preloadable";
import { FilesCell } from "../cells/FilesCell";
import { ReferenceCell } from "../cells/Reference";
import { RowLink, MomentCell, PriceCell, TextCell } from "../cells/TextCell";
import { useListing } from "../listing/ListingContext";
import { type CellDefinition, type Cells, areaCells } from "../registry/cells";
import type { Density } from "./useGridLayout";
import { isNote } from "../sections";
import { NoteCell } from "../cells/NoteCell";
import { PhotoCell, TwoPhotosCell } from "../cells/PhotoCell";
import { ToneCell } from "../cells/ToneCell";
import styles from "../cells/cells.module.css";
import { useMeets } from "../listing/useMeets";

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
  tone: {
    Cell: ToneCell,
    isFor: ({ field }) => field["x-tones"] !== undefined,
    width: 140,
    hasLink: true,
  },
  files: {
    Cell: FilesCell,
    types: ["array"],
    isFor: ({ field }) => isFileField(field),
    width: 150,
    hasLink: true,
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

const [ActionCell] = preloadable(() => import("./ActionCell"), InlineFailure);

/** A column of a table with the cell that draws it. */
export type ColumnCell = CellDefinition & {
  column: Column;
  schema: RowSchema;
  /** The first column has the link to the row's page. */
  isFirst: boolean;
  /** The class of the table cell. Cells with a control have it inside. */
  frameClass: string | undefined;
};

/** Returns the columns of the list, with `width` in pixels. */
export function useColumnCells(): readonly ColumnCell[] {
  const { resource, row: schema } = useListing();
  return useMemo(
    () =>
      resource.columns.map((column, index) => {
        const found = cellFor(schema, column);
        const cell =
          index === 0 && found.hasControl
            ? cellFor(schema, { ...column, cell: "text" })
            : found;
        const width = column.width ?? cell.width;
        return {
          ...cell,
          width,
          column,
          schema,
          isFirst: index === 0,
          frameClass: column.action === undefined ? cell.className : undefined,
        };
      }),
    [resource, schema],
  );
}

/** Pixels of a row: the photo, or two lines, and the space around them. */
const rowHeights: Record<"photos" | "texts", Record<Density, number>> = {
  photos: { compact: 49, standard: 65, comfortable: 81 },
  texts: { compact: 41, standard: 53, comfortable: 69 },
};

/** Returns whether a column shows photos, which need higher rows. */
export const hasPhotos = (cells: readonly ColumnCell[]): boolean =>
  cells.some(({ photos }) => photos);

/** Returns the height of a row in pixels. */
export const rowHeightOf = (
  cells: readonly ColumnCell[],
  density: Density = "standard",
): number => rowHeights[hasPhotos(cells) ? "photos" : "texts"][density];

/** Returns whether the cells of a column have a control. */
export const hasControl = ({
  column,
  hasControl = false,
}: ColumnCell): boolean =>
  hasControl || column.refersTo !== undefined || column.action !== undefined;

type RowCellProps = {
  cell: ColumnCell;
  record: RowRecord;
  /** Of the control in the cell. */
  tabIndex?: number;
};

/** A row's cell in a column. It renders again only when the row changes. */
export const RowCell = memo(function RowCell(props: RowCellProps) {
  const { cell, record, tabIndex } = props;
  const { Cell, hasLink, isFirst, column, schema, frameClass } = cell;
  const { row } = record;
  const { fields, refersTo } = column;
  const action = useCellAction(column, record);
  // The first column has the link to the row itself.
  if (refersTo && !isFirst)
    return <ReferenceCell {...{ row, fields, refersTo, tabIndex }} />;
  const drawn = (
    <Cell row={row} schema={schema} fields={fields} tabIndex={tabIndex} />
  );
  const content =
    cell.className === frameClass ? (
      drawn
    ) : (
      <div className={cell.className}>{drawn}</div>
    );
  if (isFirst) return hasLink ? content : <RowLink>{content}</RowLink>;
  if (!action) return content;
  const field = schema.properties[fields[0] ?? ""] ?? {};
  return (
    <Suspense fallback={content}>
      <ActionCell {...{ column, field, record, action, tabIndex }}>
        {content}
      </ActionCell>
    </Suspense>
  );
});

/**
 * Returns the action that the cell of a column starts; undefined if the column
 * names none or the row does not allow it.
 */
function useCellAction(column: Column, record: RowRecord): Action | undefined {
  const { actions = [] } = useListing().resource;
  const meets = useMeets();
  if (column.action === undefined) return undefined;
  const action = actions.find(({ id }) => id === column.action);
  return action && meets(action.enabled, record.row) ? action : undefined;
}
