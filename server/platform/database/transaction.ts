import type { Transaction } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "./database";
import { SqlError } from "./errors";
import type { Tables } from "./tables";

/** Serialization failure and deadlock: the same work may succeed again. */
const retriedStates = new Set(["40001", "40P01"]);
const attempts = 4;
const longestPauseMilliseconds = 25;

/**
 * Runs `work` in one transaction: all of it is kept or nothing. Work that lost
 * against a concurrent transaction is run again, up to four times in all, so
 * it must change nothing outside the transaction. Throws what `work` throws.
 */
export async function inTransaction<Result>(
  database: Pick<Database, "kysely">,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.kysely.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !isRetried(error)) throw error;
      await pause(Math.random() * longestPauseMilliseconds * attempt);
    }
  }
}

function isRetried(error: unknown): boolean {
  return error instanceof SqlError && retriedStates.has(error.code);
}
