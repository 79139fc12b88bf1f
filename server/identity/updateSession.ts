import { inTransaction } from "../platform/database";
import { failure } from "../platform/errors";
import type { Context } from "../workspace/context";
import type { NoteSecurity } from "./securityLog";
import { validSessions, type Sessions } from "./sessions";
import { addAccessToken, sessionEnd } from "./admitUser";
import { countAttempt } from "./throttle";
import { familyOf, hashOf, refreshToken } from "./tokens";

/** The previous refresh token stays valid for this time. */
const graceMilliseconds = 10_000;

/** Refreshes of one user in a minute, each of which adds a row. */
const mostRefreshes = 120;

type Refreshed = { accessToken: string; refreshToken?: string };
type Outcome = Refreshed | { endedSession: string; userId: string } | null;

/**
 * Rotates the refresh token of a session and returns a new access token. The
 * previous refresh token gets only an access token, for ten seconds, so that
 * two tabs can refresh at once. Any older token of the login was stolen or
 * replayed and ends the session. Throws session_expired and too_many_requests.
 */
export async function updateSession(
  { database, clock, config }: Pick<Context, "database" | "clock" | "config">,
  {
    token,
    address,
    userAgent,
    sessions,
    note,
  }: {
    token: string | undefined;
    address: string;
    userAgent: string;
    sessions: Sessions;
    note: NoteSecurity;
  },
): Promise<Refreshed> {
  const family = token === undefined ? null : familyOf(token);
  if (!token || !family) throw failure("session_expired");
  const now = clock.now();
  const owner = await database.kysely
    .selectFrom("sessions")
    .where("family_hash", "=", hashOf(family))
    .select("user_id")
    .executeTakeFirst();
  if (!owner) throw failure("session_expired");
  await countAttempt({ database, clock }, [
    { key: `refresh ${owner.user_id}`, most: mostRefreshes, windowSeconds: 60 },
  ]);
  const outcome = await inTransaction<Outcome>(database, async (trx) => {
    const session = await validSessions({ kysely: trx }, config)
      .where("sessions.family_hash", "=", hashOf(family))
      .where("sessions.expires_at", ">", now)
      .select([
        "sessions.id",
        "sessions.user_id",
        "sessions.refresh_hash",
        "sessions.previous_refresh_hash",
        "sessions.rotated_at",
        "sessions.created_at",
      ])
      .forUpdate("sessions")
      .executeTakeFirst();
    if (!session) return null;
    const hash = hashOf(token);
    if (hash === session.refresh_hash) {
      const next = refreshToken(family);
      await trx
        .updateTable("sessions")
        .set({
          refresh_hash: hashOf(next),
          previous_refresh_hash: hash,
          rotated_at: now,
          address,
          user_agent: userAgent,
          expires_at: sessionEnd(config, {
            createdAt: session.created_at,
            now,
          }),
        })
        .where("id", "=", session.id)
        .execute();
      const accessToken = await addAccessToken(trx, session.id, now);
      return { accessToken, refreshToken: next };
    }
    const age = now.getTime() - (session.rotated_at?.getTime() ?? 0);
    // Negative after the clock was set back, which must not extend the grace.
    const isInGrace = Math.abs(age) <= graceMilliseconds;
    if (hash === session.previous_refresh_hash && isInGrace)
      return { accessToken: await addAccessToken(trx, session.id, now) };
    await trx.deleteFrom("sessions").where("id", "=", session.id).execute();
    return { endedSession: session.id, userId: session.user_id };
  });
  if (outcome && "accessToken" in outcome) return outcome;
  if (outcome) {
    sessions.forget(outcome.endedSession);
    await note({ event: "session-reused", userId: outcome.userId });
  }
  throw failure("session_expired");
}
