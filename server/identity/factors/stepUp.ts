import type { StepUpBody } from "../../../generated/schemas";
import { inTransaction } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import type { Encryption } from "../../platform/signing";
import type { Context } from "../../workspace/context";
import { isPassword } from "../passwords";
import type { NoteSecurity } from "../securityLog";
import { viewSso } from "../sso/ownIdentity";
import { countWrong } from "../throttle";
import { factorThrottles, useFactorProof } from "./factorProof";
import { provePasskey } from "./passkeys";
import type { PasskeySite } from "./passkeySite";
import { readFactors, type FactorKind } from "./readFactors";

/** For this time after the last proof a session may change what guards the account. */
const freshMs = 10 * 60_000;

/** Returns whether the user of a session has proved it within the last ten minutes. */
export async function isRecentlyProved(
  { database, clock }: Pick<Context, "database" | "clock">,
  { sessionId }: Session,
): Promise<boolean> {
  const session = await database.kysely
    .selectFrom("sessions")
    .where("id", "=", sessionId)
    .select("authenticated_at")
    .executeTakeFirst();
  if (!session?.authenticated_at) return false;
  const age = clock.now().getTime() - session.authenticated_at.getTime();
  return age < freshMs;
}

type StepUpMethod = FactorKind | "password" | "sso";

/** Returns how a user can prove to be the owner of the session. */
export async function stepUpMethods(
  context: Pick<Context, "database" | "config">,
  session: Session,
): Promise<StepUpMethod[]> {
  const { methods } = await readFactors(
    context.database.kysely,
    session.viewer.userId,
  );
  const sso = await viewSso(context, session);
  const ofSso = sso?.isConnected ? (["sso"] as const) : [];
  if (methods.length > 0) return [...methods, ...ofSso];
  return sso?.isDemanded ? [...ofSso] : ["password", ...ofSso];
}

/**
 * Throws step_up_required for a user with a second factor who has not been proved recently.
 * It is for calls whose body contains the password, which proves the other users.
 */
export async function assertFactorProved(
  context: Pick<Context, "database" | "clock">,
  session: Session,
): Promise<void> {
  if (await isRecentlyProved(context, session)) return;
  const { methods } = await readFactors(
    context.database.kysely,
    session.viewer.userId,
  );
  if (methods.length > 0) throw failure("step_up_required");
}

/**
 * Proves the user of a session again. A user with a second factor proves the factor,
 * others the password. Throws invalid_password, wrong_factor, passkey_refused and
 * too_many_requests.
 */
export async function stepUp(
  context: Pick<Context, "database" | "clock" | "config" | "jobs">,
  {
    session,
    body,
    address,
    site,
    encryption,
    note,
  }: {
    session: Session;
    body: StepUpBody;
    address: string;
    site: PasskeySite;
    encryption: Encryption;
    note: NoteSecurity;
  },
): Promise<void> {
  const { userId } = session.viewer;
  const { passkey, password, ...proof } = body;
  const refuse = async (field: "password" | "code") => {
    await note({ event: "factor-refused", userId });
    return fieldFailure(
      field,
      field === "password" ? "wrong_password" : "wrong_factor",
    );
  };
  const now = context.clock.now();
  const prove = async () => {
    if (passkey)
      await provePasskey(context, { response: passkey, userId, site, note });
    else if (password !== undefined) {
      if (!(await isOwnPassword(context, { session, password })))
        throw await refuse("password");
    } else {
      const used = await inTransaction(context.database, (trx) =>
        useFactorProof(trx, { userId, encryption, proof, now }),
      );
      if (!used) throw await refuse("code");
    }
  };
  await countWrong(
    context,
    {
      throttles: factorThrottles(userId, {
        ...{ address, purpose: "step-up", proof },
      }),
      codes: ["wrong_password", "wrong_factor", "passkey_refused"],
      onExhausted: () => note({ event: "factor-throttled", userId }),
    },
    prove,
  );
  await context.database.kysely
    .updateTable("sessions")
    .set({ authenticated_at: now })
    .where("id", "=", session.sessionId)
    .execute();
  await note({ event: "stepped-up", userId });
}

/** The password alone does not prove a user who has a second factor, or single sign-on. */
async function isOwnPassword(
  context: Pick<Context, "database" | "config">,
  { session, password }: { session: Session; password: string },
): Promise<boolean> {
  const user = await context.database.kysely
    .selectFrom("users")
    .where("id", "=", session.viewer.userId)
    .select("password_hash")
    .executeTakeFirst();
  const isRight = await isPassword(password, user?.password_hash);
  return (
    isRight && (await stepUpMethods(context, session)).includes("password")
  );
}
