import { AsyncLocalStorage } from "node:async_hooks";

/** When the work for a request must end, by `performance.now()`. */
export type Deadline = { endsAt: number };

const current = new AsyncLocalStorage<Deadline | null>();

/**
 * Runs `task` under a deadline that everything it calls can read. Null lifts
 * the deadline, for work that outlasts the request which starts it.
 */
export const runWithDeadline = <Result>(
  deadline: Deadline | null,
  task: () => Result,
): Result => current.run(deadline, task);

/**
 * Returns the milliseconds left for the request that the caller works for:
 * Infinity without a deadline, 0 after it. The database limits its waits and
 * statements by it, so that ten slow statements cannot take ten times as long
 * as one.
 */
export function millisecondsLeft(): number {
  const deadline = current.getStore();
  return deadline ? Math.max(0, deadline.endsAt - performance.now()) : Infinity;
}
