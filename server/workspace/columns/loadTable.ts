import { setImmediate as nextTurn } from "node:timers/promises";
import { findBuried } from "../../platform/changes";
import type { Database } from "../../platform/database";
import { createColumnTable, type ColumnTable } from "./columnTable";
import { readAfterId, readChanged, type LoadedArea } from "./readTable";

/** Small, because requests wait for the statement and for parsing its portion. */
const portionSize = 2_000;
/** Rows that are stored and published together. */
const rowsInTurn = 2_000;

type Loading = {
  database: Pick<Database, "longRunning" | "background">;
  area: LoadedArea;
  signal: AbortSignal;
  /** Throws if the table has become too large. */
  check: (table: ColumnTable) => void;
};

/** Reads an area into a new table, which is not published yet. */
export async function loadTable({
  database,
  area,
  signal,
  check,
}: Loading): Promise<ColumnTable> {
  const table = createColumnTable(area.columns.map(({ name }) => name));
  const reading = { database: database.background, size: portionSize };
  for (let after: string | null = "0"; after !== null;) {
    signal.throwIfAborted();
    const portion = await readAfterId(reading, area, after);
    for (const row of portion.rows) table.put(row);
    check(table);
    after = portion.last;
    await nextTurn();
  }
  return table;
}

/**
 * Brings a table up to date with the changes after a number, and publishes them
 * together. Buried rows go first, because a row that came back is also among the
 * changed rows.
 */
export async function patchTable(
  { database, area, signal, check }: Loading,
  table: ColumnTable,
  after: bigint,
): Promise<void> {
  const { changes } = area.source;
  const upTo = 2n ** 62n;
  const buried = await findBuried(database.longRunning, changes.topic, {
    after,
    upTo,
  });
  const reading = { database: database.longRunning, size: portionSize };
  const changed = [];
  for (let last: string | null = String(after); last !== null;) {
    signal.throwIfAborted();
    const portion = await readChanged(reading, area, last);
    changed.push(...portion.rows);
    last = portion.last;
  }
  for (const { place, id } of buried)
    if (place === area.area) table.remove(Number(id));
  for (const [place, row] of changed.entries()) {
    if (place % rowsInTurn === rowsInTurn - 1) await nextTurn();
    table.put(row);
  }
  check(table);
  table.publish();
}
