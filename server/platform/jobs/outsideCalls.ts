/** Calls of a service outside that one server makes at the same time. */
export const mostCallsAtOnce = 4;
/** After as many failures the people who wait see that it failed. */
const mostAttempts = 3;
const pauseMs = 10_000;

/**
 * Returns how a row continues after a failed call of a service outside: the call is
 * repeated after 10 seconds, and the third failure is final. A call that ended because
 * the program stops does not count; it is repeated by the next start.
 */
export function afterFailedCall({
  attempts,
  signal,
  now,
}: {
  /** The calls for this row, with the failed one. */
  attempts: number;
  signal: AbortSignal;
  now: Date;
}): { state: "failed" } | { state: "waiting"; due_at: Date; attempts: number } {
  if (signal.aborted)
    return { state: "waiting", due_at: now, attempts: attempts - 1 };
  if (attempts >= mostAttempts) return { state: "failed" };
  const due_at = new Date(now.getTime() + pauseMs);
  return { state: "waiting", due_at, attempts };
}
