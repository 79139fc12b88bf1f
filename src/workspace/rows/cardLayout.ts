import type { Column, Resource, RowSchema } from "../../../domain/resource";
import { cellFor } from "../cells/cellFor";
import type { CellDefinition } from "../registry/areaModule";
import { isNote } from "../sections";

type CardCell = CellDefinition & { fields: readonly string[] };

/** The fields of a card by their place on it. */
export type CardLayout = {
  schema: RowSchema;
  photos: string | undefined;
  /** Whether the cards show the first two photos. */
  hasTwoPhotos: boolean;
  title: readonly string[];
  badge: CardCell | undefined;
  lines: readonly (readonly string[])[];
  /** The fields of `lines` that are notes, which stand below them. */
  notes: readonly string[];
  /** The cell below the lines. */
  due: CardCell | undefined;
  price: string | undefined;
  /** Amounts that are shown with their labels. */
  amounts: readonly string[];
  /** The cell below the photo, beside the buttons of the row. */
  mark: CardCell | undefined;
  /** The fields that name a row of another list. */
  references: ReadonlyMap<string, NonNullable<Column["refersTo"]>>;
  /** The status, drawn as in its column of the table. */
  status: CardCell | undefined;
};

/** Number of lines if the declaration has no `card`. */
const maxLines = 6;

/**
 * Returns the layout of the cards of a list. Without a declared `card`, the
 * first column is the title and the next ones are the lines.
 */
export function cardLayout(resource: Resource, row: RowSchema): CardLayout {
  const { card, columns } = resource;
  const photoColumn = columns
    .map((column) => ({ ...cellFor(row, column), column }))
    .find((cell) => cell.photos);
  const photos = photoColumn?.column.fields[0];
  const withoutPhotos = (fields: readonly string[]) =>
    fields.filter((name) => name !== photos);
  const cellOf = (fields: string[], cell?: Column["cell"]): CardCell => ({
    ...cellFor(row, { fields, cell }),
    fields,
  });
  const lines = card
    ? (card.lines ?? [])
    : columns.slice(1, maxLines + 1).map(({ fields }) => withoutPhotos(fields));
  const columnOf = (name: string | undefined) =>
    columns.find(({ fields }) => fields[0] === name);
  const statusColumn = columnOf(card?.status);
  const markColumn = columnOf(card?.mark);
  return {
    schema: row,
    photos,
    hasTwoPhotos: photoColumn?.photos === 2,
    title: card?.title ?? withoutPhotos(columns[0]?.fields ?? []),
    badge: card?.badge === undefined ? undefined : cellOf([card.badge]),
    lines: lines
      .map((names) => names.filter((name) => !isNote(row.properties[name])))
      .filter((names) => names.length > 0),
    notes: lines.flat().filter((name) => isNote(row.properties[name])),
    due:
      card?.due === undefined
        ? undefined
        : cellOf([card.due], columnOf(card.due)?.cell),
    price: card?.price,
    amounts: card?.amounts ?? [],
    mark: markColumn && cellOf(markColumn.fields, markColumn.cell),
    references: new Map(
      columns.flatMap(({ fields: [first], refersTo }) =>
        first !== undefined && refersTo ? [[first, refersTo] as const] : [],
      ),
    ),
    status:
      card?.status === undefined
        ? undefined
        : cellOf(statusColumn?.fields ?? [card.status], statusColumn?.cell),
  };
}
