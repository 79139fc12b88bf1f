import type { Database, DatabaseLog } from "../../platform/database";
import type { Overlays } from "./overlays";

/** The channel on which a server says that it has published. */
export const overlayChannel = "seriba_workspace";

/** A lost notification is made up for within this time. */
const pollMilliseconds = 2_000;

/**
 * Lays what any server publishes over the declarations of this one: as soon as
 * it is told, and by a look every two seconds. What is published already is
 * laid before this resolves. Returns how to stop.
 */
export async function followOverlays(options: {
  overlays: Pick<Overlays, "refresh">;
  database: Pick<Database, "listen">;
  log: Pick<DatabaseLog, "warn">;
}): Promise<() => Promise<void>> {
  const { overlays, database, log } = options;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  const look = (): Promise<void> => {
    if (looking) {
      isAskedAgain = true;
      return looking;
    }
    looking = overlays
      .refresh()
      .catch((error: unknown) => {
        log.warn({ err: error }, "published edits could not be read");
      })
      .then(() => {
        looking = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        return look();
      });
    return looking;
  };
  const unlisten = await database.listen(overlayChannel, () => void look());
  await look();
  const timer = setInterval(() => void look(), pollMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    await unlisten();
    await looking;
  };
}
