import { sql, type ColumnType, type Selectable } from "kysely";
import type { Database, Tables } from "../database";
import type { CallState } from "../database/columnTypes";

/** The tables whose rows wait for a call of a service outside. */
type CallTable = {
  [Name in keyof Tables]: Tables[Name] extends {
    state: CallState | ColumnType<CallState, CallState | undefined, CallState>;
    attempts: unknown;
    due_at: unknown;
  }
    ? Name
    : never;
}[keyof Tables];

/** Calls that one server makes at the same time. */
const mostAtOnce = 4;
/** After as many failures the people who wait see that it failed. */
const mostAttempts = 3;
const pauseMs = 10_000;

/**
 * Returns the rows whose call is due, at most four, and reserves them until `until`, so
 * that one call at a time is made for a row, also beside other servers.
 */
export async function claimCalls<Table extends CallTable>(
  { kysely }: Pick<Database, "kysely">,
  table: Table,
  { now, until }: { now: Date; until: Date },
): Promise<Selectable<Tables[Table]>[]> {
  const { rows } = await sql<Selectable<Tables[Table]>>`
    update ${sql.table(table)} set due_at = ${until}, attempts = attempts + 1
    where ctid = any (array(
      select ctid from ${sql.table(table)}
      where state = 'waiting' and due_at <= ${now}
      order by due_at limit ${sql.lit(mostAtOnce)} for update skip locked))
    returning *`.execute(kysely);
  return rows;
}

/**
 * Returns how a row continues after a failed call of a service outside: the call is
 * repeated after 10 seconds, and the third failure is final. A call that ended because
 * the program stops does not count; it is repeated by the next start.
 */
export function afterFailedCall({
  attempts,
  signal,
  now,
}: {
  /** The calls for this row, with the failed one. */
  attempts: number;
  signal: AbortSignal;
  now: Date;
}): { state: "failed" } | { state: "waiting"; due_at: Date; attempts: number } {
  if (signal.aborted)
    return { state: "waiting", due_at: now, attempts: attempts - 1 };
  if (attempts >= mostAttempts) return { state: "failed" };
  const due_at = new Date(now.getTime() + pauseMs);
  return { state: "waiting", due_at, attempts };
}
