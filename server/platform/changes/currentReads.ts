import type { Database } from "../database";
import { millisecondsLeft } from "../deadline";
import { trackRecentPosition } from "./recentPosition";

/** A replica that is behind is awaited for so long, then the server answers. */
const longestWaitMs = 50;

/**
 * Reads from the replica if it has replayed the log of the primary up to now and
 * includes the change number that the client sent, otherwise from the primary. If the
 * replica fails, the read runs again on the primary, so it must have no other effects.
 */
export type CurrentReads = <Result>(
  atLeast: bigint | undefined,
  read: (database: Pick<Database, "kysely">) => Promise<Result>,
) => Promise<Result>;

/** Makes the function that chooses where to read. */
export function chooseReads(
  database: Pick<Database, "kysely" | "replica">,
): CurrentReads {
  const readPosition = trackRecentPosition(database);
  const { replica } = database;
  return async (atLeast = 0n, read) => {
    const { settled, place } = await readPosition();
    const isCurrent =
      replica !== undefined &&
      place !== null &&
      atLeast <= settled &&
      (await replica.includes(place, longestWaitMs));
    if (isCurrent)
      try {
        return await read(replica);
      } catch (error) {
        if (millisecondsLeft() === 0) throw error;
      }
    return read(database);
  };
}
