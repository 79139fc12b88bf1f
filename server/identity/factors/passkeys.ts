import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type {
  PasskeyBody,
  PasskeyOptionsReply,
  SignInPasskeyBody,
} from "../../../generated/schemas";
import { Failure, failure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import type { Context } from "../../workspace/context";
import type { NoteSecurity } from "../securityLog";
import { addFactor } from "./changeFactors";
import { findPasskey, storeChallenge, useChallenge } from "./challenges";
import type { PasskeySite } from "./passkeySite";

const mostPasskeys = 20;

type PasskeyContext = Pick<Context, "database" | "clock" | "jobs">;

/** The id of a user in passkeys, which password managers keep. */
const handleOf = (userId: string): Buffer => Buffer.from(`user ${userId}`);

/** Returns what a browser needs to make a passkey for a user. */
export async function newPasskeyOptions(
  context: PasskeyContext,
  { userId, site }: { userId: string; site: PasskeySite },
): Promise<PasskeyOptionsReply["options"]> {
  const { kysely } = context.database;
  const user = await kysely
    .selectFrom("users")
    .where("id", "=", userId)
    .select(["email", "full_name"])
    .executeTakeFirstOrThrow();
  const present = await kysely
    .selectFrom("passkeys")
    .where("user_id", "=", userId)
    .select("credential_id")
    .execute();
  const options = await generateRegistrationOptions({
    rpName: "Seriba",
    rpID: site.rpId,
    userName: user.email,
    userDisplayName: user.full_name,
    userID: new Uint8Array(handleOf(userId)),
    excludeCredentials: present.map(({ credential_id }) => ({
      id: credential_id,
    })),
    authenticatorSelection: {
      residentKey: "required",
      userVerification: "required",
    },
  });
  await storeChallenge(context, { challenge: options.challenge, userId });
  return { ...options };
}

/**
 * Adds the passkey that a browser has made. Throws passkey_refused for an answer to another
 * challenge, of another site, or without a check of the user; and passkey_limit.
 */
export async function addPasskey(
  context: PasskeyContext,
  {
    session,
    site,
    body: { name, response },
    note,
  }: {
    session: Session;
    site: PasskeySite;
    body: PasskeyBody;
    note: NoteSecurity;
  },
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = session.viewer;
  const { registrationInfo } = await refuseFaults(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) =>
        useChallenge(context, { challenge, userId }),
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    }),
  );
  if (!registrationInfo) throw failure("passkey_refused");
  const { id, publicKey, counter } = registrationInfo.credential;
  return addFactor(
    context,
    { session, change: "passkeyAdded", note },
    async (trx) => {
      const present = await trx
        .selectFrom("passkeys")
        .where("user_id", "=", userId)
        .select("id")
        .execute();
      if (present.length >= mostPasskeys) throw failure("passkey_limit");
      const added = await trx
        .insertInto("passkeys")
        .values({
          user_id: userId,
          credential_id: id,
          public_key: Buffer.from(publicKey).toString("base64url"),
          counter,
          name: name.trim(),
          created_at: context.clock.now(),
        })
        .onConflict((conflict) => conflict.column("credential_id").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!added) throw failure("passkey_refused");
      return "passkey";
    },
  );
}

/** Returns what a browser needs to sign in, or to prove a user, by any passkey of the site. */
export async function passkeyOptions(
  context: PasskeyContext,
  { userId, site }: { userId: string | null; site: PasskeySite },
): Promise<PasskeyOptionsReply["options"]> {
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: "required",
  });
  await storeChallenge(context, { challenge: options.challenge, userId });
  return { ...options };
}

/**
 * Returns the user whom a passkey proves, with password and factor in one: the device has
 * checked its owner. Throws passkey_refused for an unknown passkey, one of a disabled user,
 * a used challenge, another site, no check of the owner, and a counter that has not risen;
 * the security log gets it.
 */
export async function provePasskey(
  context: PasskeyContext,
  {
    response,
    userId,
    site,
    note,
  }: {
    response: SignInPasskeyBody["passkey"];
    /** The user of the session; null to sign in. */
    userId: string | null;
    site: PasskeySite;
    note: NoteSecurity;
  },
): Promise<ProvedPasskey> {
  const passkey = await findPasskey(context, response.id);
  try {
    return await checkPasskey(context, { response, userId, site, passkey });
  } catch (error) {
    const isRefused =
      error instanceof Failure && error.code === "passkey_refused";
    if (isRefused)
      await note({
        event: "factor-refused",
        userId: userId ?? passkey?.user_id,
        detail: "passkey",
      });
    throw error;
  }
}

type ProvedPasskey = { userId: string; account: string; passkeyId: string };

async function checkPasskey(
  context: PasskeyContext,
  {
    response,
    userId,
    site,
    passkey,
  }: {
    response: SignInPasskeyBody["passkey"];
    userId: string | null;
    site: PasskeySite;
    passkey: Awaited<ReturnType<typeof findPasskey>>;
  },
): Promise<ProvedPasskey> {
  if (!passkey || (userId !== null && passkey.user_id !== userId))
    throw failure("passkey_refused");
  const { userHandle } = response.response;
  const handle = handleOf(passkey.user_id).toString("base64url");
  if (userHandle && userHandle !== handle) throw failure("passkey_refused");
  const { authenticationInfo } = await refuseFaults(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) =>
        useChallenge(context, { challenge, userId }),
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
        counter: Number(passkey.counter),
      },
    }),
  );
  const counter = authenticationInfo.newCounter;
  // A copy of the passkey may be used at the same moment.
  const { numUpdatedRows } = await context.database.kysely
    .updateTable("passkeys")
    .set({ counter, used_at: context.clock.now() })
    .where("id", "=", passkey.id)
    .$if(counter > 0, (rows) => rows.where("counter", "<", String(counter)))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw failure("passkey_refused");
  return {
    userId: passkey.user_id,
    account: passkey.email_key,
    passkeyId: passkey.id,
  };
}

/** Throws passkey_refused for an answer that the library does not accept. */
async function refuseFaults<Result extends { verified: boolean }>(
  verify: () => Promise<Result>,
): Promise<Result> {
  let result: Result;
  try {
    result = await verify();
  } catch {
    throw failure("passkey_refused");
  }
  if (!result.verified) throw failure("passkey_refused");
  return result;
}
