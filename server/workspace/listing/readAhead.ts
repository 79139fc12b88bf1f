import { setTimeout as pause } from "node:timers/promises";
import { runWithDeadline } from "../../platform/deadline";
import { createQueues } from "../../platform/queues";
import type { IdList } from "./idList";

/** Rows per statement. Serializing them blocks the event loop for about 3 ms. */
const rowsAtOnce = 100;
/** Pauses for each millisecond of work while the server is idle, and while it is busy. */
const pausesPerWork = { idle: 0.25, busy: 9 };
const shortestPauseMs = 2;
/** The share of the time in which a busy server runs. */
const busyShare = 0.2;
/** At most this many lists are remembered as read. Viewers with other fields or rows have others. */
const mostLists = 20;

type ReadAhead = {
  /** Equal keys must mean equal rows and fields. */
  key: string;
  /** The bytes of all rows, about. */
  bytes: number;
  /** Finds all rows of the list in their order. */
  find: () => Promise<IdList>;
  /** Reads rows, keeps them and returns their bytes. */
  keep: (ids: readonly string[]) => Promise<number>;
};

/**
 * Returns a function that reads the rows of a list ahead in the background, once
 * for each key, if all of them fit into `mostBytes`. Otherwise it does not even find
 * their ids. Lists are read one after
 * another: with most of the time while the server is idle, with a tenth of it
 * otherwise. After a failure the next page begins again.
 */
export function createReadAhead(mostBytes: number) {
  const begun = new Set<string>();
  const inQueue = createQueues();

  const run = async ({ find, keep }: ReadAhead) => {
    const ids = await find();
    let [rows, bytes] = [0, 0];
    let isBusy = true;
    for (const portion of ids.portions(rowsAtOnce)) {
      const startedAt = performance.now();
      bytes += await keep(portion);
      rows += portion.length;
      if ((bytes / rows) * ids.count > mostBytes) return;
      const worked = performance.now() - startedAt;
      const rest = worked * pausesPerWork[isBusy ? "busy" : "idle"];
      const before = performance.eventLoopUtilization();
      await pause(Math.max(shortestPauseMs, rest), undefined, { ref: false });
      const { utilization } = performance.eventLoopUtilization(before);
      isBusy = utilization > busyShare;
    }
  };

  return (asked: ReadAhead): void => {
    if (asked.bytes > mostBytes) return;
    if (begun.has(asked.key)) return;
    const [oldest] = begun;
    if (begun.size >= mostLists && oldest !== undefined) begun.delete(oldest);
    begun.add(asked.key);
    const work = () => runWithDeadline(null, () => run(asked));
    inQueue("lists", work).catch(() => begun.delete(asked.key));
  };
}
