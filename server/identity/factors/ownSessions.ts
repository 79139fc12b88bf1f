import { toJapanIso } from "../../../domain/japanTime";
import type { OwnSecurityReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import type { Context } from "../../workspace/context";
import type { NoteSecurity } from "../securityLog";
import type { Sessions } from "../sessions";
import { viewSso } from "../sso/ownIdentity";
import { readFactors } from "./readFactors";

/** Returns the factors, passkeys and open sessions of the signed-in user. */
export async function viewSecurity(
  context: Pick<Context, "database" | "clock" | "config">,
  { session, isDemanded }: { session: Session; isDemanded: boolean },
): Promise<Omit<OwnSecurityReply, "success">> {
  const { database, clock } = context;
  const { userId } = session.viewer;
  const [sso, factors, passkeys, rows] = await Promise.all([
    viewSso(context, session),
    readFactors(database.kysely, userId),
    database.kysely
      .selectFrom("passkeys")
      .where("user_id", "=", userId)
      .select(["id", "name", "created_at", "used_at"])
      .orderBy("id")
      .execute(),
    database.kysely
      .selectFrom("sessions")
      .where("user_id", "=", userId)
      .where("expires_at", ">", clock.now())
      .select(["id", "address", "user_agent", "created_at", "rotated_at"])
      .orderBy((eb) => eb.fn.coalesce("rotated_at", "created_at"), "desc")
      .orderBy("id", "desc")
      .execute(),
  ]);
  return {
    sso,
    isDemanded,
    hasTotp: factors.hasTotp,
    recoveryCodes: factors.recoveryCodes,
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      createdAt: toJapanIso(created_at),
      usedAt: used_at && toJapanIso(used_at),
    })),
    sessions: rows.map((row) => ({
      id: row.id,
      isCurrent: row.id === session.sessionId,
      address: row.address,
      userAgent: row.user_agent,
      signedInAt: toJapanIso(row.created_at),
      usedAt: toJapanIso(row.rotated_at ?? row.created_at),
    })),
  };
}

/**
 * Ends one session of the signed-in user, or all but the present one. Throws not_found for
 * a session that is not the user's.
 */
export async function endOwnSessions(
  { database }: Pick<Context, "database">,
  {
    session,
    id,
    sessions,
    note,
  }: {
    session: Session;
    /** Without it all other sessions end. */
    id?: string;
    sessions: Sessions;
    note: NoteSecurity;
  },
): Promise<void> {
  const { userId } = session.viewer;
  const ended = await database.kysely
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(id !== undefined, (rows) => rows.where("id", "=", id ?? ""))
    .$if(id === undefined, (rows) => rows.where("id", "!=", session.sessionId))
    .returning("id")
    .execute();
  if (id !== undefined && ended.length === 0) throw failure("not_found");
  for (const row of ended) sessions.forget(row.id);
  if (ended.length > 0)
    await note({
      event: "sessions-ended",
      userId,
      detail: String(ended.length),
    });
}
