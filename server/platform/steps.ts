import { setImmediate as nextTurn } from "node:timers/promises";
import { millisecondsLeft } from "./deadline";
import { failure } from "./errors";

/** Work that pauses at each `yield`, so that the event loop can serve requests. */
export type Steps<Result> = Generator<undefined, Result>;

/** After so many milliseconds of work the event loop gets a turn. */
const turnMs = 8;

/** Runs all steps at once, for a start or a command, where nobody waits. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next())
    if (step.done) return step.value;
}

/** Runs the steps in short turns, with requests in between. */
export async function runInTurns<Result>(
  steps: Steps<Result>,
  now: () => number = () => performance.now(),
): Promise<Result> {
  let since = now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (now() - since < turnMs) continue;
    await nextTurn();
    since = now();
  }
}

/**
 * Runs the steps in short turns for the current request. Throws unavailable at its deadline,
 * and when the client has gone.
 */
export const runUntilDeadline = <Result>(
  steps: Steps<Result>,
): Promise<Result> => runInTurns(untilDeadline(steps));

function* untilDeadline<Result>(steps: Steps<Result>): Steps<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (millisecondsLeft() === 0)
      throw failure("unavailable", { retryAfter: 1 });
    yield;
  }
}
