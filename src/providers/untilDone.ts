import { isTransient } from "./CallError";

const retryMs = 30_000;

/**
 * Repeats work in the background until it succeeds: after half a minute, or as soon as
 * the browser is online again. Throws if `signal` aborts, or if repeating does not help.
 */
export async function untilDone<Result>(
  work: () => Promise<Result>,
  {
    signal,
    canRetry = isTransient,
  }: { signal: AbortSignal; canRetry?: (error: unknown) => boolean },
): Promise<Result> {
  for (;;) {
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      if (signal.aborted || !canRetry(error)) throw error;
      await delayUntilOnline(retryMs, signal);
    }
  }
}

/** Resolves after the time, or as soon as the browser is online again or `signal` aborts. */
export const delayUntilOnline = (
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
