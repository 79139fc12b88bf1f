import type { Database, DatabaseLog } from "../../platform/database";
import type { Overlays } from "./overlays";

/** The channel for notifications about published edits. */
export const overlayChannel = "seriba_workspace";

/** Lost notifications are compensated by polling at this interval. */
const pollMilliseconds = 2_000;

/**
 * Applies edits that any server publishes: on a notification, and by polling
 * every two seconds. Resolves once the existing edits are applied. Returns the
 * function that stops it.
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
