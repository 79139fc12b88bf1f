import type { Transaction } from "kysely";
import { userLevels } from "../../../domain/access";
import type { Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import { hashOf } from "../tokens";

const lifetimeMs = 10 * 60_000;

type ChallengeContext = Pick<Context, "database" | "clock">;

/** Stores a challenge for ten minutes; `userId` is null for a sign-in. */
export async function storeChallenge(
  { database, clock }: ChallengeContext,
  { challenge, userId }: { challenge: string; userId: string | null },
): Promise<void> {
  await database.kysely
    .insertInto("passkey_challenges")
    .values({
      hash: hashOf(challenge),
      user_id: userId,
      expires_at: new Date(clock.now().getTime() + lifetimeMs),
    })
    .execute();
}

/** Uses up a challenge and returns whether it was valid, once among parallel requests. */
export async function useChallenge(
  { database, clock }: ChallengeContext,
  { challenge, userId }: { challenge: string; userId: string | null },
): Promise<boolean> {
  const { numDeletedRows } = await database.kysely
    .deleteFrom("passkey_challenges")
    .where("hash", "=", hashOf(challenge))
    .where("user_id", userId === null ? "is" : "=", userId)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Throws passkey_refused for a passkey that was removed while it was checked. */
export async function assertPasskeyKept(
  trx: Transaction<Tables>,
  id: string,
): Promise<void> {
  const kept = await trx
    .selectFrom("passkeys")
    .where("id", "=", id)
    .select("id")
    .executeTakeFirst();
  if (!kept) throw failure("passkey_refused");
}

/** Returns the passkey with its enabled user, or undefined. */
export const findPasskey = (
  { database }: Pick<Context, "database">,
  credentialId: string,
) =>
  database.kysely
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .where("passkeys.credential_id", "=", credentialId)
    .where("users.user_level", "!=", userLevels.disabled)
    .select([
      "passkeys.id",
      "passkeys.user_id",
      "passkeys.credential_id",
      "passkeys.public_key",
      "passkeys.counter",
      "users.email_key",
    ])
    .executeTakeFirst();
