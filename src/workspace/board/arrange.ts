import type { Action } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import type { useMeets } from "../listing/useMeets";
import type { ColumnData } from "./readBoard";

/**
 * Returns the columns with each row in the column of the value that it shows. A row that has
 * changed since the columns were read comes first in its new column and is counted there. Each
 * row appears once.
 */
export function arrangeColumns(
  columns: readonly ColumnData[],
  field: string,
  shown: (records: readonly RowRecord[]) => readonly RowRecord[],
): ColumnData[] {
  const placed = new Map<
    string,
    { record: RowRecord; from: string; at: string }
  >();
  for (const { value: from, records } of columns)
    for (const record of shown(records)) {
      const value = record.row[field];
      const isValue = typeof value === "string" || typeof value === "number";
      const at = isValue ? String(value) : from;
      // A row that moved between two calls is in the replies of both.
      if (!placed.has(record.id) || at === from)
        placed.set(record.id, { record, from, at });
    }
  const all = [...placed.values()];
  return columns.map((column) => {
    const { value, count } = column;
    const own = all.filter(({ from, at }) => from === value && at === value);
    const come = all.filter(({ from, at }) => from !== value && at === value);
    const gone = column.records.length - own.length;
    return {
      ...column,
      records: [...come, ...own].map(({ record }) => record),
      count: count === undefined ? undefined : count - gone + come.length,
    };
  });
}

/**
 * Returns the columns with the open cards in the columns in which they were read before, so that
 * no panel closes while somebody types in it. A card that is already shown in its new column,
 * because the person has moved it, stays there.
 */
export function withOpenCards(
  columns: readonly ColumnData[],
  before: { read: readonly ColumnData[]; shown: readonly ColumnData[] },
  open: ReadonlySet<string>,
): readonly ColumnData[] {
  const kept = new Set(
    [...open].filter((id) => {
      const [from, at] = [columnOf(before.read, id), columnOf(columns, id)];
      return (
        from !== undefined && at !== from && at !== columnOf(before.shown, id)
      );
    }),
  );
  if (kept.size === 0) return columns;
  return columns.map((column) => {
    const { value, count } = column;
    const records = column.records.filter(({ id }) => !kept.has(id));
    const former = before.read.find((each) => each.value === value);
    for (const [index, record] of former?.records.entries() ?? [])
      if (kept.has(record.id)) records.splice(index, 0, record);
    const added = records.length - column.records.length;
    return {
      ...column,
      records,
      count: count === undefined ? undefined : count + added,
    };
  });
}

const columnOf = (columns: readonly ColumnData[], id: string) =>
  columns.find(({ records }) => records.some((record) => record.id === id))
    ?.value;

/**
 * Returns the actions of a row that give the field another value, by that value: those whose
 * declared values set it and that are possible for the row. The first one counts.
 */
export function movesOf(
  actions: readonly Action[] = [],
  field: string,
  { row }: RowRecord,
  meets: ReturnType<typeof useMeets>,
): ReadonlyMap<string, Action> {
  const moves = new Map<string, Action>();
  for (const action of actions) {
    const value = action.values?.[field];
    if (value === undefined || !action.edits?.includes(field)) continue;
    const to = String(value);
    const isPossible =
      action.on.includes("row") &&
      to !== String(row[field]) &&
      !moves.has(to) &&
      meets(action.enabled, row);
    if (isPossible) moves.set(to, action);
  }
  return moves;
}
