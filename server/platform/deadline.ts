import { AsyncLocalStorage } from "node:async_hooks";

/** When the work for a request must end. */
export type Deadline = {
  /** By `performance.now()`. */
  endsAt: number;
  /** Aborted when the client has gone. */
  signal?: AbortSignal;
};

type Scope = {
  deadline: Deadline | null;
  isWrite: boolean;
  isFollowing?: boolean;
};

const current = new AsyncLocalStorage<Scope>();

/**
 * Runs `task` as a read under a deadline that everything it calls can read. Null lifts
 * the deadline, for work that outlasts the request which starts it and for results
 * that several requests share.
 */
export const runWithDeadline = <Result>(
  deadline: Deadline | null,
  task: () => Result,
): Result => current.run({ deadline, isWrite: false }, task);

/** Runs `task` as a read that must also end within so many milliseconds. */
export const runWithin = <Result>(
  milliseconds: number,
  task: () => Result,
): Result => {
  const ms = Math.min(milliseconds, millisecondsLeft());
  const { signal } = currentDeadline() ?? {};
  const endsAt = performance.now() + ms;
  return runWithDeadline({ endsAt, ...(signal && { signal }) }, task);
};

/**
 * Runs `task` with the connections of the database that are for writes, or with the
 * others, under the deadline that holds already.
 */
export const runWriting = <Result>(
  isWrite: boolean,
  task: () => Result,
): Result => current.run({ deadline: currentDeadline(), isWrite }, task);

/**
 * Runs `task` without a deadline, with the connections of the database that are for
 * followers of changes, so that slow requests do not delay news.
 */
export const runFollowing = <Result>(task: () => Result): Result =>
  current.run({ deadline: null, isWrite: false, isFollowing: true }, task);

/** Returns whether the caller follows changes. */
export const isFollowing = (): boolean =>
  current.getStore()?.isFollowing ?? false;

/** Returns whether the caller works for a write. */
export const isWriting = (): boolean => current.getStore()?.isWrite ?? false;

const currentDeadline = () => current.getStore()?.deadline ?? null;

/**
 * Returns the milliseconds left for the request that the caller works for:
 * Infinity without a deadline, 0 after it or when the client has gone. The
 * database limits its waits and statements by it, so that ten slow statements
 * cannot take ten times as long as one.
 */
export function millisecondsLeft(): number {
  const deadline = currentDeadline();
  if (!deadline) return Infinity;
  if (deadline.signal?.aborted) return 0;
  return Math.max(0, deadline.endsAt - performance.now());
}

/** Returns the signal that ends the statements of the current request. */
export const abandonedSignal = (): AbortSignal | undefined =>
  currentDeadline()?.signal;
