import { runWithDeadline } from "../deadline";
import type { Database } from "../database";
import { readTakenPosition } from "./settledPosition";

/**
 * Returns a function that tells whether any transaction has taken a change number.
 * Clients send numbers, and a wait for a number that no writer has taken would cost
 * statements until the wait ends. At most two statements run however many clients ask
 * at once.
 */
export function trackTakenNumbers({
  kysely,
}: Pick<Database, "kysely">): (number: bigint) => Promise<boolean> {
  let taken = 0n;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const read = async () => {
    taken = await readTakenPosition(kysely);
  };
  const start = (): Promise<void> => {
    running = runWithDeadline(null, read).finally(() => {
      running = undefined;
    });
    return running;
  };
  /** A statement that runs already may have missed the latest number. */
  const readNow = (): Promise<void> => {
    if (!running) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };

  return async (number) => {
    if (number > taken) await readNow();
    return number <= taken;
  };
}
