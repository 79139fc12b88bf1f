import type { RowRecord } from "../../providers/dataProvider";

/** The selected rows of a list, on all of its pages. */
export type Selection = {
  rows: ReadonlyMap<string, RowRecord>;
  /** The row that was clicked last, where a range with Shift begins. */
  anchor: string | null;
};

export const noSelection: Selection = { rows: new Map(), anchor: null };

/** Returns the selection with one row added or removed. */
export function toggled({ rows }: Selection, record: RowRecord): Selection {
  const next = new Map(rows);
  if (!next.delete(record.id)) next.set(record.id, record);
  return { rows: next, anchor: record.id };
}

/**
 * Returns the selection with the rows between the last clicked row and this one
 * in the state that this one gets. Without a clicked row on the page, only this
 * row changes.
 */
export function toggledRange(
  selection: Selection,
  record: RowRecord,
  page: readonly RowRecord[],
): Selection {
  const indexOf = (id: string | null) => page.findIndex((row) => row.id === id);
  const from = indexOf(selection.anchor);
  const to = indexOf(record.id);
  if (from < 0 || to < 0) return toggled(selection, record);
  const isAdded = !selection.rows.has(record.id);
  const next = new Map(selection.rows);
  for (const row of page.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (isAdded) next.set(row.id, row);
    else next.delete(row.id);
  return { rows: next, anchor: record.id };
}

/** Returns the selection with these rows added. */
export const withRows = (
  { rows, anchor }: Selection,
  added: readonly RowRecord[],
): Selection => ({
  rows: new Map([...rows, ...added.map((row) => [row.id, row] as const)]),
  anchor,
});

/** Returns the selection with these rows removed. */
export function withoutRows(
  { rows, anchor }: Selection,
  removed: readonly RowRecord[],
): Selection {
  const next = new Map(rows);
  for (const { id } of removed) next.delete(id);
  return { rows: next, anchor };
}
