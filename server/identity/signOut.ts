import type { Context } from "../workspace/context";
import type { NoteSecurity } from "./securityLog";
import type { Sessions } from "./sessions";
import { familyOf, hashOf } from "./tokens";

/** Ends the session of either token, if it exists. All its tokens become invalid. */
export async function signOut(
  { database }: Pick<Context, "database">,
  {
    accessToken,
    refreshToken,
    sessions,
    note,
  }: {
    accessToken?: string;
    refreshToken?: string;
    sessions: Sessions;
    note: NoteSecurity;
  },
): Promise<void> {
  const family = refreshToken ? familyOf(refreshToken) : null;
  const ended = await database.kysely
    .deleteFrom("sessions")
    .where((eb) =>
      eb.or([
        eb("family_hash", "=", hashOf(family ?? "")),
        eb(
          "id",
          "in",
          eb
            .selectFrom("access_tokens")
            .where("hash", "=", hashOf(accessToken ?? ""))
            .select("session_id"),
        ),
      ]),
    )
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id } of ended) {
    sessions.forget(id);
    await note({ event: "sign-out", userId: user_id });
  }
}
