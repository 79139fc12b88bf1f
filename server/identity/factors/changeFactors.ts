import type { Transaction } from "kysely";
import { inTransaction, type Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import type { Encryption } from "../../platform/signing";
import type { Context } from "../../workspace/context";
import { lockUser } from "../findViewer";
import type { NoteSecurity } from "../securityLog";
import { clearFactorAttempts } from "./factorProof";
import { queueFactorMail } from "./factorMails";
import { readFactors } from "./readFactors";
import { issueRecoveryCodes } from "./recoveryCodes";
import { activateTotp } from "./totpFactor";

type FactorContext = Pick<Context, "database" | "clock" | "jobs">;
type Trx = Transaction<Tables>;

/** The recovery codes that a change has issued: ten with the first factor, else none. */
type Issued = { recoveryCodes: string[] };

/** Activates the authenticator app that the user sets up. Throws wrong_factor. */
export const addTotp = (
  context: FactorContext,
  {
    session,
    encryption,
    code,
    note,
  }: {
    session: Session;
    encryption: Encryption;
    code: string;
    note: NoteSecurity;
  },
): Promise<Issued> =>
  addFactor(context, { session, change: "totpAdded", note }, async (trx) => {
    await activateTotp(trx, {
      userId: session.viewer.userId,
      encryption,
      code,
      now: context.clock.now(),
    });
    return "authenticator app";
  });

/**
 * Adds a factor, which `add` writes and names, and issues recovery codes with the first
 * factor, after which other sessions must prove the user again. The user's row is locked, so
 * that two factors at once do not issue two sets.
 */
export const addFactor = (
  context: FactorContext,
  {
    session: { viewer, sessionId },
    change,
    note,
  }: {
    session: Session;
    change: "totpAdded" | "passkeyAdded";
    note: NoteSecurity;
  },
  add: (trx: Trx) => Promise<string>,
): Promise<Issued> =>
  inTransaction(context.database, async (trx) => {
    const { userId } = viewer;
    await lockUser(trx, userId);
    const before = await readFactors(trx, userId);
    const detail = await add(trx);
    const isFirst = before.methods.length === 0;
    const recoveryCodes = isFirst ? await issueRecoveryCodes(trx, userId) : [];
    // The password has proved the other sessions, and is not enough any more.
    if (isFirst)
      await trx
        .updateTable("sessions")
        .set({ authenticated_at: null })
        .where("user_id", "=", userId)
        .where("id", "!=", sessionId)
        .execute();
    await note({ event: "factor-added", userId, detail }, trx);
    await queueFactorMail(trx, context, { userId, change });
    return { recoveryCodes };
  });

/**
 * Removes the authenticator app, or the passkey with the given id. Recovery codes end with
 * the last factor. Throws not_found, and last_factor if the settings demand a factor.
 */
export const removeFactor = (
  context: FactorContext,
  {
    userId,
    passkey,
    isDemanded,
    note,
  }: {
    userId: string;
    /** Without it the authenticator app is removed. */
    passkey?: string;
    isDemanded: boolean;
    note: NoteSecurity;
  },
): Promise<void> =>
  inTransaction(context.database, async (trx) => {
    await lockUser(trx, userId);
    const removed =
      passkey === undefined
        ? trx
            .deleteFrom("totp_factors")
            .where("user_id", "=", userId)
            .where("secret", "is not", null)
        : trx
            .deleteFrom("passkeys")
            .where("user_id", "=", userId)
            .where("id", "=", passkey);
    const { numDeletedRows } = await removed.executeTakeFirst();
    if (numDeletedRows === 0n) throw failure("not_found");
    const { methods } = await readFactors(trx, userId);
    if (methods.length === 0) {
      if (isDemanded) throw failure("last_factor");
      await trx
        .deleteFrom("recovery_codes")
        .where("user_id", "=", userId)
        .execute();
    }
    const [detail, change] =
      passkey === undefined
        ? (["authenticator app", "totpRemoved"] as const)
        : (["passkey", "passkeyRemoved"] as const);
    await note({ event: "factor-removed", userId, detail }, trx);
    await queueFactorMail(trx, context, { userId, change });
  });

/** Replaces the recovery codes. Throws no_factor for a user without a second factor. */
export const renewRecoveryCodes = (
  context: FactorContext,
  { userId, note }: { userId: string; note: NoteSecurity },
): Promise<Issued> =>
  inTransaction(context.database, async (trx) => {
    await lockUser(trx, userId);
    const { methods } = await readFactors(trx, userId);
    if (methods.length === 0) throw failure("no_factor");
    const recoveryCodes = await issueRecoveryCodes(trx, userId);
    await note({ event: "recovery-codes", userId }, trx);
    await queueFactorMail(trx, context, { userId, change: "codesIssued" });
    return { recoveryCodes };
  });

/**
 * Removes all factors of a user who has lost them, and the person of single sign-on. Returns
 * whether the user had one of them.
 */
export async function clearFactors(
  trx: Trx,
  context: Pick<Context, "clock" | "jobs">,
  { userId, note }: { userId: string; note: NoteSecurity },
): Promise<boolean> {
  const { methods } = await readFactors(trx, userId);
  const { numDeletedRows } = await trx
    .deleteFrom("sso_identities")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  for (const table of [
    "totp_factors",
    "recovery_codes",
    "passkeys",
    "sign_in_ceremonies",
  ] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  await clearFactorAttempts(trx, userId);
  if (methods.length === 0 && numDeletedRows === 0n) return false;
  await note({ event: "factor-removed", userId, detail: "all" }, trx);
  await queueFactorMail(trx, context, { userId, change: "allRemoved" });
  return true;
}
