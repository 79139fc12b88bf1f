/** While requests wait, background work rests so many times as long as it took. */
const restFactor = 3;
/** So long after a request's statement its next statement is likely to come. */
const requestGapMs = 50;

/** The order of the turns on the session; see createSchedule. */
export type Schedule<Turn> = {
  readonly requests: Turn[];
  readonly background: Turn[];
  /** Removes and returns the next turn. Call it when the session becomes free. */
  take: () => Turn | undefined;
};

/**
 * Decides whether a request or background work has the next turn. Requests go
 * first. While there are requests, background work gets a quarter of the time, and
 * does not begin between two statements of a request; otherwise it gets all of it.
 * Calls `wake` when background work can begin that had to rest.
 */
export function createSchedule<Turn>(
  wake: () => void,
  /** Returns a time in milliseconds that only moves on. */
  elapsed: () => number,
): Schedule<Turn> {
  const requests: Turn[] = [];
  const background: Turn[] = [];
  let current: { isBackground: boolean; since: number } | undefined;
  let restsUntil = -Infinity;
  let lastRequestAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const finish = (now: number) => {
    if (current?.isBackground)
      restsUntil = now + restFactor * (now - current.since);
    else if (current) lastRequestAt = now;
    current = undefined;
  };

  /** Returns the time from which background work may begin. */
  const backgroundFrom = () =>
    requests.length > 0
      ? restsUntil
      : Math.min(restsUntil, lastRequestAt + requestGapMs);

  return {
    requests,
    background,
    take() {
      clearTimeout(timer);
      const now = elapsed();
      finish(now);
      const from = backgroundFrom();
      const ready = now < from ? undefined : background.shift();
      const turn = ready ?? requests.shift();
      if (turn) current = { isBackground: ready !== undefined, since: now };
      else if (background.length > 0)
        timer = setTimeout(wake, from - now).unref();
      return turn;
    },
  };
}
