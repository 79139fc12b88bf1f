import { sql, type Transaction } from "kysely";
import {
  inTransaction,
  readAppState,
  saveAppState,
  type Database,
  type Tables,
} from "../platform/database";

type DemoDatabase = Pick<Database, "longRunning">;

/** Returns the value that the demo stored under a key, or null. */
export async function readDemoValue<Value>(
  { longRunning }: DemoDatabase,
  key: string,
): Promise<Value | null> {
  const text = await readAppState(longRunning, key);
  return text === null ? null : (JSON.parse(text) as Value);
}

/** Stores a value under a key, in place of an earlier one. */
export const saveDemoValue = (
  { longRunning }: DemoDatabase,
  key: string,
  value: object,
): Promise<void> => saveAppState(longRunning, key, JSON.stringify(value));

/**
 * Runs `seed` once for a database, in a transaction, also if servers start together. It
 * runs again at a later call if it returns false.
 */
export const seedOnce = (
  { longRunning }: DemoDatabase,
  key: string,
  seed: (trx: Transaction<Tables>) => Promise<boolean>,
): Promise<void> =>
  inTransaction({ kysely: longRunning }, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(trx);
    if ((await readAppState(trx, key)) !== null) return;
    if (await seed(trx)) await saveAppState(trx, key, "{}");
  });
