import { setTimeout as sleep } from "node:timers/promises";

/** The pause after the first failure; it doubles with each further failure. */
const shortestMs = 250;

/** Waits for so many milliseconds, or until the signal is aborted. Never rejects. */
export type Pause = (
  milliseconds: number,
  signal: AbortSignal,
) => Promise<void>;

const pauseByTimer: Pause = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * Calls `task` until it succeeds, with longer and longer pauses of at most `longestMs`.
 * Returns undefined once `signal` is aborted. `onFailure` gets the error of each attempt.
 */
export async function retryUntilDone<Result>(
  task: () => Promise<Result>,
  {
    signal,
    onFailure,
    longestMs = 30_000,
    pause = pauseByTimer,
  }: {
    signal: AbortSignal;
    onFailure: (error: unknown) => void;
    longestMs?: number;
    pause?: Pause | undefined;
  },
): Promise<Result | undefined> {
  const isAborted = () => signal.aborted;
  for (let delay = shortestMs; !isAborted(); delay *= 2) {
    try {
      return await task();
    } catch (error) {
      if (isAborted()) break;
      onFailure(error);
    }
    await pause(Math.min(delay, longestMs), signal);
  }
  return undefined;
}
