import { toJapanIso } from "../../domain/japanTime";
import type { PreferencesReply } from "../../generated/schemas";
import type { Session } from "../platform/http/request";
import type { Context } from "../workspace/context";

/** What the signed-in user had remembered, each with its time in JST. */
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
