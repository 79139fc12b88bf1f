import { setTimeout as pause } from "node:timers/promises";
import { runWithDeadline } from "../../platform/deadline";
import { createQueues } from "../../platform/queues";
import type { IdList } from "./idList";

/** Rows of one statement; reading and writing them blocks for about 3 ms. */
const rowsAtOnce = 100;
/** Reading ahead takes at most a fifth of the time. */
const pausePerWork = 4;
const shortestPauseMs = 5;
/** So many lists are remembered as read. Viewers with other fields or rows have others. */
const mostLists = 20;

type ReadAhead = {
  /** Equal keys must mean equal rows and fields. */
  key: string;
  /** Finds all rows of the list in their order. */
  find: () => Promise<IdList>;
  /** Reads rows, keeps them and returns their bytes. */
  keep: (ids: readonly string[]) => Promise<number>;
};

/**
 * Returns a function that reads the rows of a list ahead in the background, once
 * for each key, if all of them fit into `mostBytes`. Lists are read one after
 * another. After a failure rows are read when a page needs them.
 */
export function createReadAhead(mostBytes: number) {
  const begun = new Set<string>();
  const inQueue = createQueues();

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
    if (begun.has(asked.key)) return;
    const [oldest] = begun;
    if (begun.size >= mostLists && oldest !== undefined) begun.delete(oldest);
    begun.add(asked.key);
    const work = () => runWithDeadline(null, () => run(asked));
    inQueue("lists", work).catch(() => undefined);
  };
}
