import type { Transaction } from "kysely";
import type { Tables } from "../../platform/database";
import { networkOf } from "../../platform/http/network";
import type { Encryption } from "../../platform/signing";
import type { Device } from "../admitUser";
import { clearAttempts, type Throttle } from "../throttle";
import { useRecoveryCode } from "./recoveryCodes";
import { useTotp } from "./totpFactor";

/** The code that a user types to prove a second factor. */
export type FactorProof = { code?: string; recoveryCode?: string };

const quarterHour = 15 * 60;

type Source = {
  address: string;
  purpose: "sign-in" | "step-up";
  /** The browser of a sign-in. */
  device?: Device;
  proof: FactorProof;
};

/** The limits of all sources of a kind together, by their keys. */
const keysOf = (userId: string, scope: string) => ({
  day: `factor day ${scope} ${userId}`,
  user: `factor user ${scope} ${userId}`,
});

/**
 * Returns the limits of wrong codes for a user. Guessing a code of six digits within the
 * limit of a day succeeds once in nine years. Known browsers and step-ups have limits of
 * their own, so that a stranger who knows the password does not lock the owner out, and
 * recovery codes, which are too long to guess, only the limit of a network.
 */
export function factorThrottles(
  userId: string,
  { address, purpose, device, proof }: Source,
): Throttle[] {
  const source = (scope: string): Throttle => ({
    key: `factor source ${scope} ${userId} ${networkOf(address)}`,
    most: 9,
    windowSeconds: quarterHour,
  });
  if (proof.code === undefined && proof.recoveryCode !== undefined)
    return [source(`recovery ${purpose}`)];
  const scope = device?.isKnown ? `device ${device.token ?? ""}` : purpose;
  const { day, user } = keysOf(userId, scope);
  return [
    { key: day, most: 100, windowSeconds: 24 * 60 * 60 },
    { key: user, most: 30, windowSeconds: quarterHour },
    source(scope),
  ];
}

/** Forgets the wrong codes of strangers, who no longer know the password. */
export async function clearFactorAttempts(
  trx: Transaction<Tables>,
  userId: string,
): Promise<void> {
  for (const purpose of ["sign-in", "step-up"])
    for (const key of Object.values(keysOf(userId, purpose)))
      await clearAttempts({ kysely: trx }, { key });
}

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
