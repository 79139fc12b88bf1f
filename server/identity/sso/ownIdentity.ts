import { inTransaction } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import type { Context } from "../../workspace/context";
import { queueFactorMail } from "../factors/factorMails";
import { lockUser } from "../findViewer";
import type { NoteSecurity } from "../securityLog";
import { isSsoDemanded } from "./enforcement";
import type { SsoPerson } from "./provider";
import { connectIdentity, findIdentity, isConnected } from "./requests";

type OwnContext = Pick<Context, "database" | "clock" | "config" | "jobs">;
type Own = { session: Session; note: NoteSecurity };

/** The detail of events in the security log. */
const detail = "single sign-on";

/** Returns the state of single sign-on for a user; null without a provider. */
export async function viewSso(
  { database, config }: Pick<Context, "database" | "config">,
  { viewer }: Session,
): Promise<{
  name: string;
  isConnected: boolean;
  isDemanded: boolean;
} | null> {
  if (config.ssoIssuer === "") return null;
  const isKnown = await isConnected(database.kysely, config, viewer.userId);
  return {
    name: config.ssoName,
    isConnected: isKnown,
    isDemanded: isSsoDemanded(config, viewer, isKnown),
  };
}

/**
 * Connects the user of the session to a person of the provider. Throws sso_refused if the
 * person, or the user, is connected otherwise.
 */
export const connectOwn = (
  context: OwnContext,
  { session, person, note }: Own & { person: SsoPerson },
): Promise<void> =>
  inTransaction(context.database, async (trx) => {
    const { userId } = session.viewer;
    const now = context.clock.now();
    await lockUser(trx, userId);
    if (!(await connectIdentity(trx, { userId, person, now })))
      throw failure("sso_refused");
    await note({ event: "factor-added", userId, detail }, trx);
    await queueFactorMail(trx, context, { userId, change: "ssoConnected" });
  });

/**
 * Disconnects the user of the session. Throws not_found, and sso_required for a user who may
 * log in only by single sign-on.
 */
export async function disconnectOwn(
  context: OwnContext,
  { session: { viewer }, note }: Own,
): Promise<void> {
  if (isSsoDemanded(context.config, viewer, true))
    throw failure("sso_required");
  await disconnectUser(context, { userId: viewer.userId, note });
}

/**
 * Disconnects a user from all persons. The user can connect another person by a login with
 * the password, also where single sign-on is required. Throws not_found.
 */
export const disconnectUser = (
  context: Pick<Context, "database" | "clock" | "jobs">,
  { userId, note }: { userId: string; note: NoteSecurity },
): Promise<void> =>
  inTransaction(context.database, async (trx) => {
    await lockUser(trx, userId);
    const { numDeletedRows } = await trx
      .deleteFrom("sso_identities")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw failure("not_found");
    await note({ event: "factor-removed", userId, detail }, trx);
    await queueFactorMail(trx, context, { userId, change: "ssoDisconnected" });
  });

/** Proves the user of the session again. Throws sso_refused for another person. */
export async function proveOwn(
  { database, clock }: Pick<Context, "database" | "clock">,
  { session, person, note }: Own & { person: SsoPerson },
): Promise<void> {
  const { userId } = session.viewer;
  const user = await findIdentity(database.kysely, person);
  if (user?.id !== userId) throw failure("sso_refused");
  await database.kysely
    .updateTable("sessions")
    .set({ authenticated_at: clock.now() })
    .where("id", "=", session.sessionId)
    .execute();
  await note({ event: "stepped-up", userId, detail });
}
