import { toJapanIso } from "../../domain/japanTime";
import type {
  PreferencesBody,
  PreferencesReply,
} from "../../generated/schemas";
import { inTransaction } from "../platform/database";
import { failure, fieldFailure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { isObject } from "../platform/pointer";
import type { Context } from "../workspace/context";

/** Returns all preferences of the signed-in user with the time of each change. */
export async function readPreferences(
  { database }: Pick<Context, "database">,
  { viewer }: Session,
): Promise<PreferencesReply["preferences"]> {
  const rows = await database.kysely
    .selectFrom("user_preferences")
    .where("user_id", "=", viewer.userId)
    .select(["key", "value", "updated_at"])
    .orderBy("key")
    .execute();
  return rows.map(({ key, value, updated_at }) => ({
    key,
    value,
    updatedAt: toJapanIso(updated_at),
  }));
}

/** Returns the page size of a list that the user chose last, if any. */
export async function readPageSize(
  { database }: Pick<Context, "database">,
  { viewer }: Session,
  list: string,
): Promise<unknown> {
  const preference = await database.kysely
    .selectFrom("user_preferences")
    .where("user_id", "=", viewer.userId)
    .where("key", "=", `${list}.list`)
    .select("value")
    .executeTakeFirst();
  const { value } = preference ?? {};
  return isObject(value) ? value.pageSize : undefined;
}

/** Limits for each user; the browser program needs far less. */
const mostPreferences = 100;
const mostCharacters = 8000;

/**
 * Saves one preference of the signed-in user and replaces its old value. Throws
 * too_large above 8,000 characters and invalid_choice for the 101st key.
 */
export async function savePreference(
  { database, clock }: Pick<Context, "database" | "clock">,
  { body, session }: { body: PreferencesBody; session: Session },
): Promise<void> {
  const { key } = body;
  const value = JSON.stringify(body.value);
  if (value.length > mostCharacters) throw failure("too_large");
  const user_id = session.viewer.userId;
  await inTransaction(database, async (trx) => {
    // Without the lock two parallel writes could exceed the limit.
    await trx
      .selectFrom("users")
      .where("id", "=", user_id)
      .select("id")
      .forUpdate()
      .execute();
    const others = await trx
      .selectFrom("user_preferences")
      .where("user_id", "=", user_id)
      .where("key", "!=", key)
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(others.count) >= mostPreferences)
      throw fieldFailure("key", "invalid_choice");
    const updated_at = clock.now();
    await trx
      .insertInto("user_preferences")
      .values({ user_id, key, value, updated_at })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "key"]).doUpdateSet({ value, updated_at }),
      )
      .execute();
  });
}
