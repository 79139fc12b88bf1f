/** While requests wait, background work pauses for three times its last duration. */
const restFactor = 3;
/** So long after a request's statement its next statement is likely to come. */
const requestGapMs = 50;
/** At most this many writes go before a read that waits. */
const mostWritesInRow = 3;

/** The order of the turns on the session; see createSchedule. */
export type Schedule<Turn> = {
  readonly writes: Turn[];
  readonly reads: Turn[];
  readonly background: Turn[];
  /** Removes and returns the next turn. Call it when the session becomes free. */
  take: () => Turn | undefined;
};

/**
 * Decides whether a request or background work has the next turn. Requests go
 * first, and of them writes: after three writes a waiting read has a turn. While there are requests, background work gets a quarter of the time, and
 * does not begin between two statements of a request; otherwise it gets all of it.
 * Calls `wake` when background work can begin that had to rest.
 */
export function createSchedule<Turn>(
  wake: () => void,
  /** Returns a time in milliseconds that only moves on. */
  elapsed: () => number,
): Schedule<Turn> {
  const writes: Turn[] = [];
  const reads: Turn[] = [];
  const background: Turn[] = [];
  let current: { isBackground: boolean; since: number } | undefined;
  let restsUntil = -Infinity;
  let lastRequestAt = -Infinity;
  let writesInRow = 0;
  let timer: NodeJS.Timeout | undefined;

  const finish = (now: number) => {
    if (current?.isBackground)
      restsUntil = now + restFactor * (now - current.since);
    else if (current) lastRequestAt = now;
    current = undefined;
  };

  /** Returns the time from which background work may begin. */
  const backgroundFrom = () =>
    writes.length + reads.length > 0
      ? restsUntil
      : Math.min(restsUntil, lastRequestAt + requestGapMs);

  const nextRequest = (): Turn | undefined => {
    const isReadDue = writesInRow >= mostWritesInRow && reads.length > 0;
    const write = isReadDue ? undefined : writes.shift();
    writesInRow = write ? writesInRow + 1 : 0;
    return write ?? reads.shift();
  };

  return {
    writes,
    reads,
    background,
    take() {
      clearTimeout(timer);
      const now = elapsed();
      finish(now);
      const from = backgroundFrom();
      const ready = now < from ? undefined : background.shift();
      const turn = ready ?? nextRequest();
      if (turn) current = { isBackground: ready !== undefined, since: now };
      else if (background.length > 0)
        timer = setTimeout(wake, from - now).unref();
      return turn;
    },
  };
}
