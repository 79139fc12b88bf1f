import type { ExpressionBuilder } from "kysely";
import type { Reader, Tables } from "../../platform/database/tables";

/** The ways to prove a second factor. */
export type FactorKind = "totp" | "passkey" | "recovery";

type Factors = {
  hasTotp: boolean;
  passkeys: number;
  /** Recovery codes that are left. */
  recoveryCodes: number;
  /** Empty for a user without app and passkey, even with recovery codes. */
  methods: FactorKind[];
};

/** Whether the user of a query has a second factor. */
export const hasFactor = (eb: ExpressionBuilder<Tables, "users">) =>
  eb.or([
    eb.exists(
      eb
        .selectFrom("totp_factors")
        .whereRef("totp_factors.user_id", "=", "users.id")
        .where("totp_factors.secret", "is not", null)
        .select("totp_factors.user_id"),
    ),
    eb.exists(
      eb
        .selectFrom("passkeys")
        .whereRef("passkeys.user_id", "=", "users.id")
        .select("passkeys.id"),
    ),
  ]);

/** Returns the second factors of a user. */
export async function readFactors(
  db: Reader,
  userId: string,
): Promise<Factors> {
  const { totp, passkeys, codes } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("totp_factors")
        .where("user_id", "=", userId)
        .where("secret", "is not", null)
        .select((one) => one.fn.countAll<string>().as("count"))
        .as("totp"),
      eb
        .selectFrom("passkeys")
        .where("user_id", "=", userId)
        .select((one) => one.fn.countAll<string>().as("count"))
        .as("passkeys"),
      eb
        .selectFrom("recovery_codes")
        .where("user_id", "=", userId)
        .select((one) => one.fn.countAll<string>().as("count"))
        .as("codes"),
    ])
    .executeTakeFirstOrThrow();
  const factors = {
    hasTotp: Number(totp) > 0,
    passkeys: Number(passkeys),
    recoveryCodes: Number(codes),
  };
  const hasFactor = factors.hasTotp || factors.passkeys > 0;
  const methods: FactorKind[] = [];
  if (factors.hasTotp) methods.push("totp");
  if (factors.passkeys > 0) methods.push("passkey");
  if (hasFactor && factors.recoveryCodes > 0) methods.push("recovery");
  return { ...factors, methods };
}
