import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "../../platform/database";
import { hashOf } from "../tokens";
import { toBase32 } from "./base32";

const codes = 10;
/** 80 bits: the hash of a code cannot be searched for. */
const codeBytes = 10;

type Trx = Transaction<Tables>;

/** Hashes a code for its user. Letter case, spaces and hyphens do not count. */
const hashFor = (userId: string, code: string): string =>
  hashOf(`${userId} ${code.toUpperCase().replace(/[^A-Z2-7]/g, "")}`);

/** Replaces the recovery codes of a user. Only their hashes are stored. */
export async function issueRecoveryCodes(
  trx: Trx,
  userId: string,
): Promise<string[]> {
  const issued = Array.from({ length: codes }, () =>
    toBase32(randomBytes(codeBytes)).replace(/(.{4})(?=.)/g, "$1-"),
  );
  await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .execute();
  await trx
    .insertInto("recovery_codes")
    .values(
      issued.map((code) => ({ user_id: userId, hash: hashFor(userId, code) })),
    )
    .execute();
  return issued;
}

/** Uses up a recovery code. Of several transactions with the same code one returns true. */
export async function useRecoveryCode(
  trx: Trx,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("hash", "=", hashFor(userId, code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
