import { setTimeout as pause } from "node:timers/promises";
import { runWithDeadline } from "../../platform/deadline";
import type { IdList } from "./idList";

/** Rows of one statement; reading and writing them blocks for about 3 ms. */
const rowsAtOnce = 100;
/** Reading ahead takes at most a fifth of the time. */
const pausePerWork = 4;
const shortestPauseMs = 5;
/** The lists, each with the fields and rows of some viewers, that are read ahead. */
const mostLists = 20;

type ReadAhead = {
  /** Equal keys must mean equal rows and fields. */
  key: string;
  /** Finds all rows of the list, those of its first pages first. */
  find: () => Promise<IdList>;
  /** Reads rows, keeps them and returns their bytes. */
  keep: (ids: readonly string[]) => Promise<number>;
};

/**
 * Returns a function that reads the rows of a list ahead in the background, once
 * for each key, when all of them fit into `mostBytes`. A failure ends it: rows are
 * then read when a page needs them.
 */
export function createReadAhead(mostBytes: number) {
  const begun = new Set<string>();

  const run = async ({ find, keep }: ReadAhead) => {
    const ids = await find();
    let [rows, bytes] = [0, 0];
    for (const portion of ids.portions(rowsAtOnce)) {
      const startedAt = performance.now();
      bytes += await keep(portion);
      rows += portion.length;
      if ((bytes / rows) * ids.count > mostBytes) return;
      const worked = performance.now() - startedAt;
      const rest = Math.max(shortestPauseMs, worked * pausePerWork);
      await pause(rest, undefined, { ref: false });
    }
  };

  return (asked: ReadAhead): void => {
    if (begun.has(asked.key) || begun.size >= mostLists) return;
    begun.add(asked.key);
    runWithDeadline(null, () => run(asked)).catch(() => undefined);
  };
}
