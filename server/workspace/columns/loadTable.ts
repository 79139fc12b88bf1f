import { setImmediate as nextTurn } from "node:timers/promises";
import { findBuried, type ChangeNumber } from "../../platform/changes";
import type { Database } from "../../platform/database";
import { createColumnTable, type ColumnTable } from "./columnTable";
import { readPortions, type LoadedArea } from "./readTable";

/**
 * Rows that are read and stored together. Few, because requests wait for the statement
 * and for parsing its portion.
 */
const portionSize = 2_000;
/** Above every change number. */
const noEnd = 2n ** 62n;

type Loading = {
  database: Pick<Database, "longRunning" | "background">;
  signal: AbortSignal;
  /** Throws if the table has become too large. */
  check?: (table: ColumnTable) => void;
};

/** A table and the area whose rows it has. */
export type FilledTable = { area: LoadedArea; table: ColumnTable };

/** Reads an area into a new table, which is not published yet. */
export async function loadTable(
  { database, signal, check }: Loading,
  area: LoadedArea,
): Promise<ColumnTable> {
  const table = createColumnTable(area.columns.map(({ name }) => name));
  const reading = { database: database.background, size: portionSize };
  const key = area.source.id;
  for (let after: string | null = "0"; after !== null;) {
    signal.throwIfAborted();
    const [portion] = await readPortions(reading, [{ area, key, after }]);
    for (const row of portion?.rows ?? []) table.put(row);
    check?.(table);
    after = portion?.last ?? null;
    await nextTurn();
  }
  return table;
}

/**
 * Brings tables of one topic up to date with the changes after a number, and publishes
 * the changes of each together. Returns the changed tables. Buried rows go first, because
 * a row that came back is also among the changed rows. After a failure it can run again.
 */
export async function patchTables(
  { database, signal, check }: Loading,
  tables: readonly FilledTable[],
  after: ChangeNumber,
): Promise<ReadonlySet<ColumnTable>> {
  const [first] = tables;
  const changed = new Set<ColumnTable>();
  if (!first) return changed;
  const { topic } = first.area.source.changes;
  const range = { after, upTo: noEnd };
  const buried = await findBuried(database.longRunning, topic, range);
  for (const { place, id } of buried)
    for (const { area, table } of tables)
      if (place === area.area && table.remove(Number(id))) changed.add(table);
  const reading = { database: database.longRunning, size: portionSize };
  let unread = tables.map((filled) => ({
    ...filled,
    key: filled.area.source.changes.column,
    after: String(after),
  }));
  while (unread.length > 0) {
    signal.throwIfAborted();
    const portions = await readPortions(reading, unread);
    const further: typeof unread = [];
    for (const [place, one] of unread.entries()) {
      const { rows = [], last = null } = portions[place] ?? {};
      for (const row of rows) if (one.table.put(row)) changed.add(one.table);
      if (rows.length > 0) check?.(one.table);
      if (last === null) continue;
      further.push({ ...one, after: last });
      await nextTurn();
    }
    unread = further;
  }
  for (const table of changed) table.publish();
  return changed;
}
