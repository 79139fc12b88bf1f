import type { Transaction } from "kysely";
import type { Tables } from "../../platform/database";
import { networkOf } from "../../platform/http/network";
import type { Encryption } from "../../platform/signing";
import type { Throttle } from "../throttle";
import { useRecoveryCode } from "./recoveryCodes";
import { useTotp } from "./totpFactor";

/** The code that a user types to prove a second factor. */
export type FactorProof = { code?: string; recoveryCode?: string };

const quarterHour = 15 * 60;

/**
 * Returns the limits of wrong codes for a user. Guessing a code of six digits within the
 * limit of a day succeeds once in nine years.
 */
export const factorThrottles = (
  userId: string,
  address: string,
): Throttle[] => [
  { key: `factor day ${userId}`, most: 100, windowSeconds: 24 * 60 * 60 },
  { key: `factor user ${userId}`, most: 30, windowSeconds: quarterHour },
  {
    key: `factor source ${userId} ${networkOf(address)}`,
    most: 9,
    windowSeconds: quarterHour,
  },
];

/** Uses up the code and returns how the user proved the factor; null for a wrong code. */
export async function useFactorProof(
  trx: Transaction<Tables>,
  {
    userId,
    encryption,
    proof: { code, recoveryCode },
    now,
  }: {
    userId: string;
    encryption: Encryption;
    proof: FactorProof;
    now: Date;
  },
): Promise<"code" | "recovery code" | null> {
  if (code !== undefined)
    return (await useTotp(trx, { userId, encryption, code, now }))
      ? "code"
      : null;
  if (recoveryCode === undefined) return null;
  return (await useRecoveryCode(trx, { userId, code: recoveryCode }))
    ? "recovery code"
    : null;
}
