import type { Database } from "../database";
import { millisecondsLeft } from "../deadline";
import { trackRecentPosition, type RecentPosition } from "./recentPosition";

/** A replica that is behind is awaited for so long, then the server answers. */
const longestWaitMs = 50;

type Read<Result> = (
  database: Pick<Database, "kysely">,
  position: RecentPosition,
) => Promise<Result>;

/**
 * Reads from the replica if it has replayed the log of the primary up to now and
 * includes the change number that the client sent, otherwise from the primary. If the
 * replica fails, the read runs again on the primary, so it must have no other effects.
 */
export type CurrentReads = <Result>(
  atLeast: bigint | undefined,
  read: Read<Result>,
) => Promise<Result>;

/** Makes the function that chooses where to read. */
export function chooseReads(
  database: Pick<Database, "kysely" | "replica">,
): CurrentReads {
  const readPosition = trackRecentPosition(database);
  const { replica } = database;
  return async (atLeast = 0n, read) => {
    const position = await readPosition();
    const { settled, place } = position;
    const isCurrent =
      replica !== undefined &&
      place !== null &&
      atLeast <= settled &&
      (await replica.includes(place, longestWaitMs));
    if (isCurrent)
      try {
        return await read(replica, position);
      } catch (error) {
        if (millisecondsLeft() === 0) throw error;
      }
    return read(database, position);
  };
}
