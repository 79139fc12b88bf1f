import { sql, type Transaction } from "kysely";
import type { Clock } from "../../platform/clock";
import {
  inTransaction,
  type Database,
  type Tables,
} from "../../platform/database";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import type { SealedTable } from "../../workspace/area";
import { firstHead, hashRows, headOf, readRows } from "./sealText";

/** Rows of one seal, so that its transaction is short. */
const mostRows = 1_000;

/** Makes the job that seals the settled rows of the tables, each row once. */
export function sealJob(
  { database, clock }: { database: Database; clock: Clock },
  tables: readonly SealedTable[],
): Job {
  const tracked = tables.map((table) => ({
    table,
    findSettled: trackSettledIds(database, table.table),
  }));
  return {
    name: "seal-rows",
    everySeconds: 300,
    run: async (signal) => {
      let sealed = 0;
      for (const { table, findSettled } of tracked) {
        const settled = await findSettled();
        if (settled === null) continue;
        sealed += await repeatUntilDone(signal, () =>
          inTransaction({ kysely: database.background }, (trx) =>
            sealNext(trx, { table, settled, now: clock.now() }),
          ),
        );
      }
      return sealed;
    },
  };
}

/** Seals the next rows up to an id, and returns their number; null if none is left. */
async function sealNext(
  trx: Transaction<Tables>,
  { table, settled, now }: { table: SealedTable; settled: bigint; now: Date },
): Promise<number | null> {
  // Two servers would give the same number.
  await sql`select pg_advisory_xact_lock(hashtext('seals'))`.execute(trx);
  const previous = await findLastSeal(trx);
  const firstId = (await findLastId(trx, table.table)) + 1n;
  if (firstId > settled) return null;
  const rows = await readRows(trx, {
    table: table.table,
    columns: table.columns,
    firstId: String(firstId),
    lastId: String(settled),
    most: mostRows,
  });
  const last = rows.at(-1);
  if (!last) return null;
  const seal = {
    number: String(BigInt(previous?.number ?? 0) + 1n),
    sealed_table: table.table,
    columns: table.columns.join(","),
    first_id: String(firstId),
    // The ids after the last row are free for ever, so the seal covers them as well.
    last_id: rows.length < mostRows ? String(settled) : last.rowId,
    row_count: rows.length,
    rows_hash: hashRows(rows),
    previous_head: previous?.head ?? firstHead,
    sealed_at: now,
  };
  await trx
    .insertInto("seals")
    .values({ ...seal, head: headOf(seal) })
    .execute();
  return rows.length;
}

/** Returns the newest seal. */
export const findLastSeal = (db: Pick<Database["kysely"], "selectFrom">) =>
  db
    .selectFrom("seals")
    .select(["number", "head", "sealed_at"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();

async function findLastId(
  trx: Transaction<Tables>,
  table: string,
): Promise<bigint> {
  const last = await trx
    .selectFrom("seals")
    .select("last_id")
    .where("sealed_table", "=", table)
    .orderBy("last_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return BigInt(last?.last_id ?? 0);
}

/**
 * Returns a function that finds up to which id a table has no row to come. Ids are not
 * taken in the order of commits. An INSERT locks the table before it takes an id and keeps
 * the lock until its transaction ends, so every id up to the last one belongs to a
 * transaction that has ended or holds the lock now. If some hold it, the function returns
 * null; a later call returns the id once these transactions have ended, without waiting for
 * newer ones.
 */
function trackSettledIds(
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
