import type { Column, Resource, RowSchema } from "../../../domain/resource";
import { PhotoCell } from "../cells/PhotoCell";
import { cellFor, type CellPart } from "../registry/cells";

/** Fields that stand together, and what shows them. */
type Shown = CellPart & { fields: readonly string[] };

export type CardPlan = {
  schema: RowSchema;
  photos: string | undefined;
  title: readonly string[];
  badge: Shown | undefined;
  lines: readonly (readonly string[])[];
  price: string | undefined;
  /** The status, with what its column shows beside it. */
  status: Shown | undefined;
};

/** Lines of a card whose declaration does not say any. */
const mostLines = 6;

/**
 * What stands where on a card: what the declaration says, else the first
 * column as the title and those after it as lines.
 */
export function cardOf(resource: Resource, row: RowSchema): CardPlan {
  const { card, columns } = resource;
  const photos = columns.find((one) => cellFor(row, one).Cell === PhotoCell)
    ?.fields[0];
  const words = (fields: readonly string[]) =>
    fields.filter((name) => name !== photos);
  const show = (fields: string[], cell?: Column["cell"]): Shown => ({
    ...cellFor(row, { fields, cell }),
    fields,
  });
  const column = columns.find(({ fields }) => fields[0] === card?.status);
  return {
    schema: row,
    photos,
    title: card?.title ?? words(columns[0]?.fields ?? []),
    badge: card?.badge === undefined ? undefined : show([card.badge]),
    lines: card
      ? (card.lines ?? [])
      : columns.slice(1, mostLines + 1).map(({ fields }) => words(fields)),
    price: card?.price,
    status:
      card?.status === undefined
        ? undefined
        : show(column?.fields ?? [card.status], column?.cell),
  };
}
