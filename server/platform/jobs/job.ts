import type { Transaction } from "kysely";
import type { Tables } from "../database";

/**
 * Background work. A job is a sweep: it handles every row that is due by the
 * clock, so that a lost or doubled wake-up does no harm. Several servers may
 * run the same job at once, and the program may be killed between any two
 * steps: a sweep locks each row that it handles and commits a row's effect
 * together with the note that the row is done.
 */
export type Job = {
  name: string;
  /** The job runs at least this often: whole seconds, without an upper limit. */
  everySeconds: number;
  /**
   * Returns the number of rows handled. On abort it stops between two rows, by its
   * return or by an AbortError, which does not count as a failure.
   */
  run(signal: AbortSignal): Promise<number>;
};

/** The part of the jobs that use cases call. */
export type JobQueue = {
  /**
   * Wakes a job as soon as the transaction commits. A rolled back transaction
   * wakes nothing. While no jobs run in this program, it does nothing: each job
   * runs once when jobs start, and finds the rows that became due before.
   */
  enqueue(trx: Transaction<Tables>, job: string): Promise<void>;
};

/**
 * Repeats a step of a job until no row is due or the program stops, and returns the
 * number of rows handled. A step returns the number that it handled, or null if none is
 * due; a row that it only put off counts as zero.
 */
export async function repeatUntilDone(
  signal: AbortSignal,
  step: () => Promise<number | null>,
): Promise<number> {
  for (let handled = 0; ;) {
    const count = signal.aborted ? null : await step();
    if (count === null) return handled;
    handled += count;
  }
}
