import { inTransaction } from "../platform/database";
import type { PreferencesBody } from "../../generated/schemas";
import { failure, fieldFailure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import type { Context } from "../workspace/context";

/** Of each user; what the browser program needs is far below both. */
const mostPreferences = 100;
const mostCharacters = 8000;

/**
 * Remembers one preference of the signed-in user, in place of what it was.
 * Throws too_large for a value of more than 8,000 characters and
 * invalid_choice for the hundred-and-first key.
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
    // Two writes of one user at once could otherwise both be the last allowed.
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
