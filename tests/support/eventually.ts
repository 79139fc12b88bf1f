import { vi } from "vitest";

/** The default of Vitest, one second, is short where other work runs beside. */
const longest = { timeout: 180_000, interval: 20 };

type Options = { interval?: number };

/**
 * Calls `check` until it no longer throws and returns its result. Rejects with
 * the last error after three minutes.
 */
export const eventually = <Result>(
  check: () => Result | Promise<Result>,
  options: Options = {},
): Promise<Result> => vi.waitFor(check, { ...longest, ...options });

/**
 * Calls `find` until it returns a truthy value, and returns that. Rejects after
 * three minutes.
 */
export const until = <Result>(
  find: () => Result | Promise<Result>,
  options: Options = {},
) => vi.waitUntil(find, { ...longest, ...options });
