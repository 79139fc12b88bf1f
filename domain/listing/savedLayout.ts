import type { SaveSearchLayout } from "../../generated/schemas";

/** The columns and the display of a saved view. */
export type SavedLayout = SaveSearchLayout;

/**
 * Returns the layout with its columns in a fixed order, so that equal layouts have
 * equal JSON.
 */
export const sortedLayout = ({
  hidden,
  widths,
  ...rest
}: SavedLayout): SavedLayout => ({
  ...(rest.view === undefined ? {} : { view: rest.view }),
  ...(rest.board === undefined ? {} : { board: rest.board }),
  hidden: hidden.toSorted(),
  widths: Object.fromEntries(
    Object.entries(widths).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
  density: rest.density,
});

/** Returns whether two layouts show the same columns in the same way. */
export const isSameLayout = (
  layout: SavedLayout,
  other: SavedLayout,
): boolean =>
  JSON.stringify(sortedLayout(layout)) === JSON.stringify(sortedLayout(other));

/** Returns the layout without the columns that are not among `columns`. */
export const layoutOfColumns = (
  { hidden, widths, ...rest }: SavedLayout,
  columns: readonly { id: string }[],
): SavedLayout => {
  const known = new Set(columns.map(({ id }) => id));
  return {
    ...rest,
    hidden: hidden.filter((id) => known.has(id)),
    widths: Object.fromEntries(
      Object.entries(widths).filter(([id]) => known.has(id)),
    ),
  };
};
