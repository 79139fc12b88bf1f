import type { Database } from "../platform/database";

/** Returns the value that the demo stored under a key, or null. */
export async function readAppState<Value>(
  { longRunning }: Pick<Database, "longRunning">,
  key: string,
): Promise<Value | null> {
  const row = await longRunning
    .selectFrom("app_state")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as Value) : null;
}

/** Stores a value under a key, in place of an earlier one. */
export async function saveAppState(
  { longRunning }: Pick<Database, "longRunning">,
  key: string,
  state: object,
): Promise<void> {
  const value = JSON.stringify(state);
  await longRunning
    .insertInto("app_state")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
