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
 * Runs a read on the replica if that includes the present position of the server
 * and the change that the reader knows of, otherwise on the server. If the replica
 * fails, the read runs again on the server, so it must have no other effects.
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
