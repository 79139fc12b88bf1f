import { sql } from "kysely";
import type { Database } from "../../platform/database";

/**
 * Returns a function that finds up to which id a table has no row to come. Ids are not
 * taken in the order of commits. An INSERT locks the table before it takes an id and keeps
 * the lock until its transaction ends, so every id up to the last one belongs to a
 * transaction that has ended or holds the lock now. If some hold it, the function returns
 * null; a later call returns the id once these transactions have ended, without waiting for
 * newer ones.
 */
export function trackSettledIds(
  { background }: Pick<Database, "background">,
  table: string,
): () => Promise<bigint | null> {
  let open: { last: bigint; writers: Set<string> } | null = null;
  return async () => {
    const last = await readLastId(background, table);
    if (last === null) return null;
    const writers = await readWriters(background, table);
    if (writers.size === 0) {
      open = null;
      return last;
    }
    const before = open;
    if (before && [...before.writers].some((writer) => writers.has(writer)))
      return null;
    open = { last, writers };
    return before?.last ?? null;
  };
}

/** Returns the last id that any transaction has taken; null for a table that is new. */
async function readLastId(
  db: Database["background"],
  table: string,
): Promise<bigint | null> {
  const { rows } = await sql<{ last: string | null }>`
    select pg_sequence_last_value(
      pg_get_serial_sequence(${table}, 'id')::regclass)::text as last`.execute(
    db,
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : BigInt(last);
}

/** Returns the transactions that may have inserted into the table. */
async function readWriters(
  db: Database["background"],
  table: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass
      and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    db,
  );
  return new Set(rows.map(({ writer }) => writer));
}
