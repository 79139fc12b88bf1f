import type { LookupTables, TableRow } from "../../../domain/computed/step";

/** Records as a change would write them, or has just written them. */
export type PlannedChange = {
  /** The row schema. */
  row: string;
  records: readonly PlannedRecord[];
  /** Whether the change is written. Tables in memory may still be without it. */
  isSaved?: boolean;
};

/** Returns the change that gives records their former values. */
export const revertedChange = ({
  row,
  records,
}: PlannedChange): PlannedChange => ({
  row,
  records: records.map(({ id, before, after }) => ({
    ...{ id, before: after, after: before },
  })),
});

type PlannedRecord = {
  /** Null for a record that would be added. */
  id: string | null;
  before: TableRow["data"] | null;
  /** Null for a record that would be removed. */
  after: TableRow["data"] | null;
};

/** New records get ids from this one on, because of two equal records the newer one counts. */
const firstNewId = 2 ** 52;

const lastPlanned = new WeakMap<
  PlannedChange,
  { stored: readonly TableRow[]; rows: readonly TableRow[] }
>();

/**
 * Returns the tables as they would be after a change. The same tables and change give the
 * same rows, by which formulas remember what they have read of them.
 */
export function plannedTables(
  tables: LookupTables,
  change: PlannedChange,
): LookupTables {
  const stored = tables.get(change.row);
  if (!stored) return tables;
  const known = lastPlanned.get(change);
  const rows =
    known?.stored === stored ? known.rows : rowsAfter(stored, change);
  lastPlanned.set(change, { stored, rows });
  return new Map([...tables, [change.row, rows]]);
}

function rowsAfter(
  stored: readonly TableRow[],
  { records }: PlannedChange,
): TableRow[] {
  const changed = new Map(
    records.flatMap(({ id, after }) => (id === null ? [] : [[id, after]])),
  );
  const kept = stored.flatMap((record): TableRow[] => {
    const data = changed.get(record.id);
    if (data === undefined) return [record];
    return data === null ? [] : [{ ...record, data }];
  });
  const known = new Set(stored.map(({ id }) => id));
  const added = records.flatMap(({ id, after }, index): TableRow[] =>
    after && (id === null || !known.has(id))
      ? [{ id: id ?? String(firstNewId + index), data: after }]
      : [],
  );
  return [...kept, ...added];
}
