import { repeatUntilDone } from "../platform/jobs";
import type { Storage } from "../platform/storage";

/** Rows that are read at once. */
const chunkSize = 100;

/**
 * Deletes expired rows with their files in chunks, and returns the number of rows. The
 * file goes first: a row without its file is deleted by the next run, but a file without
 * its row would stay for ever. Stops between two rows when `signal` aborts.
 */
export const removeExpired = <Expired extends { fileKey: string | null }>(
  storage: Storage,
  signal: AbortSignal,
  rows: {
    find: (most: number) => Promise<readonly Expired[]>;
    /** Deletes a row unless it was renewed. */
    remove: (row: Expired) => Promise<unknown>;
  },
): Promise<number> =>
  repeatUntilDone(signal, async () => {
    const expired = await rows.find(chunkSize);
    let removed = 0;
    for (const row of expired) {
      if (signal.aborted) break;
      if (row.fileKey !== null) await storage.remove(row.fileKey);
      await rows.remove(row);
      removed += 1;
    }
    return expired.length === 0 ? null : removed;
  });
