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
  }: { signal: AbortSignal; onFailure: (error: unknown) => void },
): Promise<Result | undefined> {
  const isAborted = () => signal.aborted;
  for (let delay = shortestMs; !isAborted(); delay *= 2) {
    try {
      return await task();
    } catch (error) {
      if (isAborted()) break;
      onFailure(error);
    }
    const rest = Math.min(delay, longestMs);
    await pause(rest, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return undefined;
}
