export const densities = ["compact", "standard", "comfortable"] as const;

export type Density = (typeof densities)[number];

export type GridLayout = {
  /** Columns that are not shown, by id: false, as the data grid says it. */
  hidden: Record<string, boolean>;
  /** Widths in pixels of the columns that were resized, by id. */
  widths: Record<string, number>;
  density: Density;
};

const narrowest = 40;
const widest = 2000;

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

const isDensity = (value: unknown): value is Density =>
  densities.some((density) => density === value);

const isWidth = (value: unknown): value is number =>
  typeof value === "number" && value >= narrowest && value <= widest;

/**
 * A remembered layout brought to the columns that there are, in the order of
 * the declaration: what it says of others, which are gone or not the viewer's,
 * is left out and told by id; a column that it does not know is shown. Takes
 * anything that a browser or a server may have kept. The first column has the
 * row's link and is never hidden.
 */
export function reconcileLayout(
  columns: readonly { id: string }[],
  kept: unknown,
): { layout: GridLayout; dropped: string[] } {
  const { hidden, widths, density } = (kept ?? {}) as Partial<
    Record<keyof GridLayout, unknown>
  >;
  const isHidden = entriesOf(hidden).flatMap(([id, shown]) =>
    shown === false ? [[id, false] as const] : [],
  );
  const resized = entriesOf(widths).flatMap(([id, width]) =>
    isWidth(width) ? [[id, width] as const] : [],
  );
  const known = new Set(columns.map(({ id }) => id));
  const named = [...isHidden, ...resized].map(([id]) => id);
  return {
    layout: {
      hidden: Object.fromEntries(
        isHidden.filter(([id]) => known.has(id) && id !== columns[0]?.id),
      ),
      widths: Object.fromEntries(resized.filter(([id]) => known.has(id))),
      density: isDensity(density) ? density : "standard",
    },
    dropped: [...new Set(named)].filter((id) => !known.has(id)),
  };
}
