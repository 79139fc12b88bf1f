import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database, Tables } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { Encryption } from "../../platform/signing";
import { toBase32 } from "./base32";
import { stepOfCode, totpAddress } from "./totp";

/** Bytes of a secret, as RFC 4226 recommends. */
const secretBytes = 20;

const ownerOf = (userId: string) => `totp ${userId}`;

type Owner = { userId: string; encryption: Encryption };
type Trx = Transaction<Tables>;

/**
 * Makes the secret of a new authenticator app, which counts after its first right code. An
 * app that is set up already works until then.
 */
export async function beginTotp(
  { kysely }: Pick<Database, "kysely">,
  { userId, encryption, now }: Owner & { now: Date },
): Promise<{ secret: string; address: string }> {
  const secret = toBase32(randomBytes(secretBytes));
  const pending_secret = encryption.encrypt(secret, ownerOf(userId));
  const { email } = await kysely
    .selectFrom("users")
    .where("id", "=", userId)
    .select("email")
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("totp_factors")
    .values({ user_id: userId, pending_secret, created_at: now })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ pending_secret }),
    )
    .execute();
  return { secret, address: totpAddress(secret, email) };
}

/** Activates the pending app. Throws wrong_factor unless the code is the app's. */
export async function activateTotp(
  trx: Trx,
  { userId, encryption, code, now }: Owner & { code: string; now: Date },
): Promise<void> {
  const factor = await trx
    .selectFrom("totp_factors")
    .where("user_id", "=", userId)
    .select("pending_secret")
    .forUpdate()
    .executeTakeFirst();
  if (!factor?.pending_secret) throw failure("not_found");
  const secret = encryption.decrypt(factor.pending_secret, ownerOf(userId));
  const step = secret === null ? null : stepOfCode(secret, code, now);
  if (step === null) throw fieldFailure("code", "wrong_factor");
  await trx
    .updateTable("totp_factors")
    .set({
      secret: factor.pending_secret,
      pending_secret: null,
      last_step: step,
      created_at: now,
    })
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Uses up the code of an authenticator app and returns whether it is right. The code of a
 * step counts once, and so do all steps before it.
 */
export async function useTotp(
  trx: Trx,
  { userId, encryption, code, now }: Owner & { code: string; now: Date },
): Promise<boolean> {
  const factor = await trx
    .selectFrom("totp_factors")
    .where("user_id", "=", userId)
    .where("secret", "is not", null)
    .select("secret")
    .executeTakeFirst();
  if (!factor?.secret) return false;
  const secret = encryption.decrypt(factor.secret, ownerOf(userId));
  const step = secret === null ? null : stepOfCode(secret, code, now);
  if (step === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable("totp_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
