import type { Resource, RowSchema } from "../../../domain/resource";
import {
  isStorageFull,
  type Database,
  type DatabaseLog,
} from "../../platform/database";
import { retryUntilDone } from "../../platform/retry";
import {
  IndexesFailed,
  openIndexSession,
  type IndexSession,
} from "./reconcileIndexes";
import { wantedIndexes, type IndexedSet } from "./wantedIndexes";

/** Each attempt fills the disk again, and users cannot save while it is full. */
const pauseOnFullDiskMs = 3_600_000;

/** Keeps the indexes of added fields in step with the declarations. */
export type IndexKeeper = {
  /**
   * Sets the declarations whose indexes are wanted and returns at once. If
   * several updates arrive while indexes are built, only the last one counts.
   */
  wantFor(resources: readonly Resource[], row: (id: string) => RowSchema): void;
  /** Resolves when all indexes are up to date. */
  settled(): Promise<void>;
  /** Cancels a running statement and ends the work. */
  stop(): Promise<void>;
};

/**
 * Creates and drops the indexes of added fields in the background. A failure that may
 * pass is logged and retried, after a full disk each hour; others are retried with the
 * next change. Lists answer without an index as well.
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
  let next: IndexedSet | null = null;
  let running: Promise<void> | null = null;
  let session: IndexSession | undefined;
  /** Repeats the work after a full disk, unless a change comes first. */
  let again: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  // CREATE INDEX cannot be cancelled and holds the only session of the embedded database.
  const wantedOf = (set: IndexedSet) =>
    database.kind === "embedded" ? [] : wantedIndexes(set);

  /** Works until no newer set waits. Rejects if the database fails. */
  const reconcile = async () => {
    while (next && !isStopped()) {
      const set = next;
      try {
        session ??= await openIndexSession({ database, log });
        if (isStopped()) await session.close();
        else await session.reconcile(wantedOf(set));
      } catch (error) {
        // The session has the claims for the indexes that were made.
        if (error instanceof IndexesFailed) {
          if (!isStorageFull(error.cause)) throw error;
          log.warn({ err: error }, "indexes could not be changed");
          if (next === set) {
            next = null;
            again = setTimeout(want, pauseOnFullDiskMs, set).unref();
          }
          continue;
        }
        await session?.close().catch(() => undefined);
        session = undefined;
        throw error;
      }
      if (next === set) next = null;
    }
  };

  const want = (set: IndexedSet) => {
    if (isStopped()) return;
    clearTimeout(again);
    next = set;
    running ??= run();
  };

  const run = async () => {
    // Edits of the same moment count as one change.
    await new Promise(setImmediate);
    await retryUntilDone(reconcile, {
      signal: stopping.signal,
      onFailure: (error) => {
        log.warn({ err: error }, "indexes could not be changed");
      },
    });
    // The embedded database has a single connection, which others need.
    if (database.kind === "embedded") {
      await session?.close();
      session = undefined;
    }
    running = null;
  };

  return {
    wantFor(resources, row) {
      want({ resources, row, sourceOf });
    },
    settled: async () => {
      await running;
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(again);
      await session?.close();
      await running;
      session = undefined;
    },
  };
}
