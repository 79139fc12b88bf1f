import type { Resource, RowSchema } from "../../../domain/resource";
import type { Database, DatabaseLog } from "../../platform/database";
import { reconcileIndexes } from "./reconcileIndexes";
import { wantedIndexes, type IndexedSet } from "./wantedIndexes";

/** Keeps the indexes of added fields as the declarations want them. */
export type IndexKeeper = {
  /**
   * Says what the indexes are to follow from now on, and returns at once. Of
   * many such sayings while indexes are being made the last one counts.
   */
  wantFor(resources: readonly Resource[], row: (id: string) => RowSchema): void;
  /** Resolves when there is nothing left to do. */
  settled(): Promise<void>;
  /** Begins no other statement; resolves when the running one has ended. */
  stop(): Promise<void>;
};

/**
 * Makes and drops indexes behind the program's work. A failure is logged and
 * tried again with the next change; lists answer without an index as well.
 */
export function keepIndexes({
  database,
  log,
  sourceOf,
}: {
  database: Database;
  log: DatabaseLog;
  sourceOf: IndexedSet["sourceOf"];
}): IndexKeeper {
  const stopping = new AbortController();
  const { signal } = stopping;
  let next: IndexedSet | null = null;
  let running: Promise<void> | null = null;

  const run = async () => {
    // Edits that come together are one change.
    await new Promise(setImmediate);
    while (next && !signal.aborted) {
      const set = next;
      next = null;
      try {
        const wanted = wantedIndexes(set);
        await reconcileIndexes({ database, wanted, log, signal });
      } catch (error) {
        log.warn({ err: error }, "indexes could not be changed");
      }
    }
    running = null;
  };

  return {
    wantFor(resources, row) {
      if (signal.aborted) return;
      next = { resources, row, sourceOf };
      running ??= run();
    },
    settled: async () => {
      await running;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
