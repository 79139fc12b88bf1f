import { sql, type Kysely } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tables } from "./tables";

const limitMs = 2_000;

/** Whether `select 1` returns within two seconds. Never throws. */
export async function isAnswering(kysely: Kysely<Tables>): Promise<boolean> {
  const answer = sql`select 1`.execute(kysely).then(
    () => true,
    () => false,
  );
  const tooLate = sleep(limitMs, false, { ref: false });
  return Promise.race([answer, tooLate]);
}

/**
 * Whether the storage has room for new rows. Never throws. Writes 200 KB to a
 * temporary table, so call it only when there is a reason to doubt it.
 */
export async function canStore(kysely: Kysely<Tables>): Promise<boolean> {
  try {
    await kysely.transaction().execute((trx) =>
      sql`create temporary table storage_probe on commit drop as
        select repeat('x', 1000) as filler from generate_series(1, 200)
      `.execute(trx),
    );
    return true;
  } catch {
    return false;
  }
}
