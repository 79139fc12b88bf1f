/** Events that come together are answered by one call. */
const gatherMs = 300;
/** Browsers that get the same event send their calls spread over this time. */
const spreadMs = 700;
/** The shortest time between two calls while changes keep coming. */
const pauseMs = 3_000;

/**
 * Collects the ids of changed tiles and refreshes them in one call after another: soon
 * after the first change, then at most every three seconds. Tiles whose refresh fails are
 * read again with the next change, or with the next poll of the dashboard.
 */
export function gatherNews(
  refresh: (ids: readonly string[]) => Promise<void>,
): { add: (ids: readonly string[]) => void; stop: () => void } {
  const waiting = new Set<string>();
  const failed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isStopped = false;

  const schedule = (delay: number) => {
    if (isStopped || isRunning || waiting.size === 0) return;
    timer ??= setTimeout(run, delay + Math.random() * spreadMs);
  };
  const run = async () => {
    timer = undefined;
    isRunning = true;
    const ids = [...waiting];
    waiting.clear();
    await refresh(ids).catch(() => {
      for (const id of ids) failed.add(id);
    });
    isRunning = false;
    schedule(pauseMs);
  };
  return {
    add: (ids) => {
      if (ids.length === 0) return;
      for (const id of [...ids, ...failed]) waiting.add(id);
      failed.clear();
      schedule(gatherMs);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
