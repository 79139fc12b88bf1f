import { sql, type RawBuilder } from "kysely";
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  type Database,
} from "../../../platform/database";
import { millisecondsLeft, runWithin } from "../../../platform/deadline";

/** The share of the time left that counts may take: the page waits for them. */
const shareOfRest = 0.4;
/** Timers may run a little early. */
const timerMs = 5;
/**
 * The costs by PostgreSQL's planner that take the embedded database about 300 ms: of a
 * statement that counts, and of one that sorts a page. Its statements cannot be cancelled,
 * and all others wait for them.
 */
const mostEmbeddedCost = { counts: 10_000, page: 30_000 };

type Reads = Pick<Database, "kind" | "kysely">;

/**
 * Returns the rows of a statement that finds a page. Throws `DatabaseUnavailable` for a
 * request whose page would keep the embedded database from others too long.
 */
export async function findInTime<Row>(
  database: Reads,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  if (await isTooCostly(database, statement, mostEmbeddedCost.page))
    throw new DatabaseUnavailable("busy");
  return (await statement.execute(database.kysely)).rows;
}

/**
 * Returns the rows of a statement that counts; null if it takes longer than a request
 * can wait. Without a deadline it takes as long as any statement may.
 */
export async function countInTime<Row>(
  database: Reads,
  statement: RawBuilder<Row>,
): Promise<Row[] | null> {
  const read = async () => (await statement.execute(database.kysely)).rows;
  if (millisecondsLeft() === Infinity) return read();
  if (await isTooCostly(database, statement, mostEmbeddedCost.counts))
    return null;
  const limit = shareOfRest * millisecondsLeft();
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

/** Returns whether a request should not wait for a statement of the embedded database. */
async function isTooCostly(
  { kind, kysely }: Reads,
  statement: RawBuilder<unknown>,
  most: number,
): Promise<boolean> {
  if (kind !== "embedded" || millisecondsLeft() === Infinity) return false;
  const { rows } = await sql<Explained>`
    explain (format json) ${statement}`.execute(kysely);
  return (rows[0]?.["QUERY PLAN"][0].Plan["Total Cost"] ?? 0) > most;
}
