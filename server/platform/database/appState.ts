import type { Kysely } from "kysely";
import type { Reader, Tables } from "./tables";

type Inserter = Pick<Kysely<Tables>, "insertInto">;

/** Returns the text that the program keeps under a key, null if it keeps none. */
export async function readAppState(
  db: Reader,
  key: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("app_state")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Keeps a text under a key, in place of an earlier one. */
export async function saveAppState(
  db: Inserter,
  key: string,
  value: string,
): Promise<void> {
  await db
    .insertInto("app_state")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Keeps a text under a key that has no text yet. Returns whether the key was free. */
export async function addAppState(
  db: Inserter,
  key: string,
  value: string,
): Promise<boolean> {
  const added = await db
    .insertInto("app_state")
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return added !== undefined;
}

/** Forgets the text of a key. */
export async function removeAppState(
  db: Pick<Kysely<Tables>, "deleteFrom">,
  key: string,
): Promise<void> {
  await db.deleteFrom("app_state").where("key", "=", key).execute();
}
