import {
  fieldType,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";

export type CardPlan = {
  photos: string | undefined;
  title: readonly string[];
  badge: string | undefined;
  lines: readonly (readonly string[])[];
  price: string | undefined;
  /** The status, with what its column shows beside it. */
  status: { fields: readonly string[]; cell: string | undefined } | undefined;
};

/**
 * What stands where on a card: what the declaration says, else the first
 * column as the title and the others as lines.
 */
export function cardOf(resource: Resource, row: RowSchema): CardPlan {
  const { card, columns } = resource;
  const isPhotos = (name: string) => {
    const field = row.properties[name];
    return field !== undefined && fieldType(field) === "array";
  };
  const shown = columns.flatMap(({ fields }) => fields);
  const words = (fields: readonly string[]) =>
    fields.filter((name) => !isPhotos(name));
  const column = columns.find(({ fields }) => fields[0] === card?.status);
  return {
    photos: shown.find(isPhotos),
    title: card?.title ?? words(columns[0]?.fields ?? []),
    badge: card?.badge,
    lines: card
      ? (card.lines ?? [])
      : columns.slice(1).map(({ fields }) => words(fields)),
    price: card?.price,
    status: card?.status
      ? { fields: column?.fields ?? [card.status], cell: column?.cell }
      : undefined,
  };
}
