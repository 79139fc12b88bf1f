import type { UpdateSettingBody } from "../../generated/schemas";
import type { Session } from "../platform/http/request";
import type { Context } from "../workspace/context";
import type { Sessions } from "./sessions";

/** Saves the settings that are given, of the signed-in user only. */
export async function updateSetting(
  { database }: Pick<Context, "database">,
  {
    body,
    session,
    sessions,
  }: { body: UpdateSettingBody; session: Session; sessions: Sessions },
): Promise<void> {
  const { bidEmailNotify, language } = body;
  await database.kysely
    .updateTable("users")
    .set((eb) => ({
      ...(bidEmailNotify === undefined
        ? {}
        : { bid_email_notify: bidEmailNotify }),
      ...(language === undefined ? {} : { language_id: language }),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", session.viewer.userId)
    .execute();
  sessions.forget(session.sessionId);
}
