import { type RawBuilder, sql } from "kysely";
import {
  type Database,
  isDatabaseUnavailable,
} from "../../../platform/database";
import { millisecondsLeft, runWithin } from "../../../platform/deadline";

/** The share of the time left that counts may take: the page waits for them. */
const shareOfRest = 0.4;
/** Timers may run a little early. */
const timerMs = 5;
/**
 * The cost by PostgreSQL's planner that takes the embedded database about 300 ms. Its
 * statements cannot be cancelled, and all others wait for them.
 */
const mostEmbeddedCost = 10_000;

/**
 * Returns the rows of a statement that counts; null if it takes longer than a request
 * can wait. Without a deadline it takes as long as any statement may.
 */
export async function countInTime<Row>(
  { kind, kysely }: Pick<Database, "kind" | "kysely">,
  statement: RawBuilder<Row>,
): Promise<Row[] | null> {
  const read = async () => (await statement.execute(kysely)).rows;
  const left = millisecondsLeft();
  if (left === Infinity) return read();
  if (
    kind === "embedded" &&
    (await costOf(kysely, statement)) > mostEmbeddedCost
  )
    return null;
  const limit = shareOfRest * left;
  const startedAt = performance.now();
  try {
    return await runWithin(limit, read);
  } catch (error) {
    const isLate = performance.now() - startedAt > limit - timerMs;
    const isAwaited = millisecondsLeft() > 0;
    if (isLate && isAwaited && isDatabaseUnavailable(error)) return null;
    throw error;
  }
}

type Explained = { "QUERY PLAN": [{ Plan: { "Total Cost": number } }] };

async function costOf(
  kysely: Database["kysely"],
  statement: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<Explained>`
    explain (format json) ${statement}`.execute(kysely);
  return rows[0]?.["QUERY PLAN"][0].Plan["Total Cost"] ?? 0;
}
