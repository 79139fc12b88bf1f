import { CompiledQuery, sql, type Kysely, type Transaction } from "kysely";
import type { Tables } from "../database";

type Result = { rows: unknown[] };
type BossDatabase = {
  executeSql(text: string, values?: readonly unknown[]): Promise<Result>;
};

/** pg-boss writes a script that must run as a whole between these two words. */
const script = /^\s*BEGIN;([\s\S]*?)COMMIT;\s*$/;

/**
 * Returns the executor that pg-boss runs its SQL with. A script runs in a
 * transaction of Kysely, because a script that fails half-way would otherwise
 * leave the session, which all users of the embedded database share, in a
 * failed transaction.
 */
export function bossDatabase(kysely: Kysely<Tables>): BossDatabase {
  return {
    executeSql: async (text, values = []) => {
      const statements = script.exec(text)?.[1];
      if (statements === undefined) return run(kysely, text, values);
      return kysely
        .transaction()
        .execute((trx) => sql.raw(statements).execute(trx));
    },
  };
}

/** Returns the executor that runs SQL of pg-boss inside a transaction. */
export const bossTransaction = (trx: Transaction<Tables>): BossDatabase => ({
  executeSql: (text, values = []) => run(trx, text, values),
});

const run = (
  kysely: Kysely<Tables>,
  text: string,
  values: readonly unknown[],
): Promise<Result> => kysely.executeQuery(CompiledQuery.raw(text, [...values]));
