import { sql } from "kysely";
import type { Kysely } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import type { Tables } from "./tables";

const limitMilliseconds = 2_000;

/** Whether `select 1` is answered within two seconds. Never throws. */
export async function isAnswering(kysely: Kysely<Tables>): Promise<boolean> {
  const answer = sql`select 1`.execute(kysely).then(
    () => true,
    () => false,
  );
  const tooLate = pause(limitMilliseconds, false, { ref: false });
  return Promise.race([answer, tooLate]);
}
