import type { Kysely, Transaction } from "kysely";
import { userLevels } from "../../../domain/access";
import type { Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import { ceremonyLifetime } from "../cookies";
import { hashOf, isSecret, newSecret } from "../tokens";
import { readFactors, type FactorKind } from "./readFactors";

/** Wrong codes of one ceremony, which then ends. */
const mostAttempts = 5;

/** A sign-in after the right password that waits for a second factor. */
export type Ceremony = {
  ceremonyToken: string;
  /** The ways in which the user can prove a second factor. */
  methods: FactorKind[];
};

/**
 * Begins the ceremony of a user with a second factor, which ends after ten minutes or five
 * wrong codes. Returns null for a user without one. The caller holds the lock of the user,
 * so that a changed password or a new factor at the same moment counts.
 */
export async function beginCeremony(
  { kysely, clock }: Pick<Context, "clock"> & { kysely: Kysely<Tables> },
  { userId, usesDemoPassword }: { userId: string; usesDemoPassword: boolean },
): Promise<Ceremony | null> {
  const { methods } = await readFactors(kysely, userId);
  if (methods.length === 0) return null;
  const ceremonyToken = newSecret();
  await kysely
    .insertInto("sign_in_ceremonies")
    .values({
      hash: hashOf(ceremonyToken),
      user_id: userId,
      uses_demo_password: usesDemoPassword,
      expires_at: new Date(clock.now().getTime() + ceremonyLifetime * 1000),
    })
    .execute();
  return { ceremonyToken, methods };
}

/**
 * Counts one attempt of a ceremony before it is made and returns the ceremony. Throws
 * sign_in_expired for a ceremony that is unknown, over, or of a disabled user.
 */
export async function countCeremonyAttempt(
  { database, clock }: Pick<Context, "database" | "clock">,
  token: string | undefined,
): Promise<{ userId: string; account: string; usesDemoPassword: boolean }> {
  if (!token || !isSecret(token)) throw failure("sign_in_expired");
  const ceremony = await database.kysely
    .updateTable("sign_in_ceremonies")
    .from("users")
    .whereRef("users.id", "=", "sign_in_ceremonies.user_id")
    .where("users.user_level", "!=", userLevels.disabled)
    .where("sign_in_ceremonies.hash", "=", hashOf(token))
    .where("sign_in_ceremonies.expires_at", ">", clock.now())
    .where("sign_in_ceremonies.attempts", "<", mostAttempts)
    .set((eb) => ({ attempts: eb("sign_in_ceremonies.attempts", "+", 1) }))
    .returning([
      "sign_in_ceremonies.user_id",
      "sign_in_ceremonies.uses_demo_password",
      "users.email_key",
    ])
    .executeTakeFirst();
  if (!ceremony) throw failure("sign_in_expired");
  return {
    userId: ceremony.user_id,
    account: ceremony.email_key,
    usesDemoPassword: ceremony.uses_demo_password,
  };
}

/** Ends a ceremony. Throws sign_in_expired if another request has ended it. */
export async function endCeremony(
  trx: Transaction<Tables>,
  token: string,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("sign_in_ceremonies")
    .where("hash", "=", hashOf(token))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw failure("sign_in_expired");
}
