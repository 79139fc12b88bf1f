import type { Transaction } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { runGuarded } from "./besideTransaction";
import type { Database } from "./database";
import { runWriting } from "../deadline";
import { SqlError } from "./errors";
import type { Tables } from "./tables";

/** Serialization failure and deadlock. */
const retriedStates = new Set(["40001", "40P01"]);
const attempts = 4;
const longestDelayMs = 25;

/**
 * Runs `work` in one transaction. After a serialization failure or a deadlock
 * it runs again, up to four times in all, so it must have no effects outside
 * the transaction. Throws the errors of `work`. Code inside `work` must run all its
 * statements of this database on the transaction: see `guardDriver`.
 */
export async function inTransaction<Result>(
  database: Pick<Database, "kysely">,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runGuarded(() =>
        runWriting(true, () =>
          database.kysely
            .transaction()
            // Reads beside the transaction must not wait for connections that other
            // transactions hold while they wait for theirs.
            .execute((trx) => runWriting(false, () => work(trx))),
        ),
      );
    } catch (error) {
      if (attempt === attempts || !isRetried(error)) throw error;
      await sleep(Math.random() * longestDelayMs * attempt);
    }
  }
}

function isRetried(error: unknown): boolean {
  return error instanceof SqlError && retriedStates.has(error.code);
}
