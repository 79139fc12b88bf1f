import type { RowRecord } from "../../providers/dataProvider";
import { useListing } from "../listing/ListingContext";
import { useKnownTexts } from "../useFieldText";

/** Returns a function that names a row as the title of its card does. */
export function useRowTitle(): (record: RowRecord) => string {
  const { resource } = useListing();
  const texts = useKnownTexts();
  const { card, columns } = resource;
  const names = card?.title ?? columns[0]?.fields.slice(0, 1) ?? [];
  return ({ id, row }) => texts(row, names).join(" ") || id;
}

/**
 * Returns a function that names a row in questions and messages: as the title of its
 * card, with the first value below it that tells it from rows with the same title.
 */
export function useRowName(): (record: RowRecord) => string {
  const { resource } = useListing();
  const texts = useKnownTexts();
  const title = useRowTitle();
  const below = resource.card?.lines?.[0]?.slice(0, 1) ?? [];
  return (record) => [title(record), ...texts(record.row, below)].join(", ");
}
