import { inTransaction } from "../../platform/database";
import { fieldFailure } from "../../platform/errors";
import type { Encryption } from "../../platform/signing";
import type { Context } from "../../workspace/context";
import {
  admitUser,
  knownDevice,
  type SignInTokens,
  type Visitor,
} from "../admitUser";
import type { NoteSecurity } from "../securityLog";
import { countAttempt, forgiveAttempt } from "../throttle";
import { countCeremonyAttempt, endCeremony } from "./ceremonies";
import { queueFactorMail } from "./factorMails";
import {
  factorThrottles,
  useFactorProof,
  type FactorProof,
} from "./factorProof";

type Attempt = Visitor & {
  ceremonyToken: string | undefined;
  deviceToken: string | undefined;
  proof: FactorProof;
  encryption: Encryption;
  note: NoteSecurity;
};

/**
 * Ends a sign-in with the second factor and opens the session. Code, ceremony and session
 * are one transaction, so a code opens one session. Throws sign_in_expired, wrong_factor
 * and too_many_requests.
 */
export async function proveFactor(
  context: Pick<Context, "database" | "clock" | "config" | "jobs">,
  attempt: Attempt,
): Promise<SignInTokens> {
  const { ceremonyToken, proof, encryption, address } = attempt;
  const { userAgent, ssoToken } = attempt;
  const { userId, account, usesDemoPassword } = await countCeremonyAttempt(
    context,
    ceremonyToken,
  );
  const throttles = factorThrottles(userId, address);
  await countAttempt(context, throttles, () =>
    attempt.note({ event: "factor-throttled", userId }),
  );
  const device = await knownDevice(context, account, attempt.deviceToken);
  const now = context.clock.now();
  const admitted = await inTransaction(context.database, async (trx) => {
    const used = await useFactorProof(trx, { userId, encryption, proof, now });
    if (!used) return null;
    await endCeremony(trx, ceremonyToken ?? "");
    if (used === "recovery code")
      await queueFactorMail(trx, context, { userId, change: "recoveryUsed" });
    const visitor = { address, userAgent, ssoToken };
    const visit = { userId, device, usesDemoPassword, ...visitor };
    return { used, tokens: await admitUser(trx, context, visit) };
  });
  if (!admitted) {
    await attempt.note({ event: "factor-refused", userId });
    throw fieldFailure("code", "wrong_factor");
  }
  await forgiveAttempt(context, throttles);
  const detail = `password and ${admitted.used}`;
  await attempt.note({ event: "sign-in", userId, detail });
  return admitted.tokens;
}
