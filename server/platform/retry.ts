import { setTimeout as pause } from "node:timers/promises";

/** The pause after the first failure; it doubles with each further failure. */
const shortestMs = 250;
const longestMs = 30_000;

/**
 * Calls `task` until it succeeds, with longer and longer pauses. Returns undefined once
 * `signal` is aborted. `onFailure` gets the error of each attempt.
 */
export async function retryUntilDone<Result>(
  task: () => Promise<Result>,
  {
    signal,
    onFailure,
    pauseAfter = () => 0,
  }: {
    signal: AbortSignal;
    onFailure: (error: unknown) => void;
    /** Returns the shortest pause after an error, in milliseconds. */
    pauseAfter?: (error: unknown) => number;
  },
): Promise<Result | undefined> {
  const isAborted = () => signal.aborted;
  for (let delay = shortestMs; !isAborted(); delay *= 2) {
    let rest = Math.min(delay, longestMs);
    try {
      return await task();
    } catch (error) {
      if (isAborted()) break;
      onFailure(error);
      rest = Math.max(rest, pauseAfter(error));
    }
    await pause(rest, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return undefined;
}
