import { inTransaction } from "../../platform/database";
import { fieldFailure } from "../../platform/errors";
import type { Encryption } from "../../platform/signing";
import type { Context } from "../../workspace/context";
import {
  admitUser,
  findDevice,
  type SignInTokens,
  type Visitor,
} from "../admitUser";
import { lockUser } from "../findViewer";
import type { NoteSecurity } from "../securityLog";
import { useWaitingPerson } from "../sso/requests";
import { countWrong } from "../throttle";
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
  /** The cookie of a person of single sign-on whom the login may connect. */
  ssoToken: string | undefined;
  proof: FactorProof & { connect?: boolean };
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
  const { ceremonyToken, proof, encryption, address, note } = attempt;
  const { userAgent, ssoToken } = attempt;
  const { userId, account, usesDemoPassword } = await countCeremonyAttempt(
    context,
    ceremonyToken,
  );
  const device = await findDevice(context, account, attempt.deviceToken);
  const from = { address, purpose: "sign-in", device, proof } as const;
  const now = context.clock.now();
  const admitted = await countWrong(
    context,
    {
      throttles: factorThrottles(userId, from),
      codes: ["wrong_factor"],
      onExhausted: () => note({ event: "factor-throttled", userId }),
    },
    async () => {
      const person = proof.connect
        ? await useWaitingPerson(context, ssoToken)
        : undefined;
      const result = await inTransaction(context.database, async (trx) => {
        await lockUser(trx, userId);
        const used = await useFactorProof(trx, {
          ...{ userId, encryption, proof, now },
        });
        if (!used) return null;
        await endCeremony(trx, ceremonyToken ?? "");
        if (used === "recovery code")
          await queueFactorMail(trx, context, {
            userId,
            change: "recoveryUsed",
          });
        const visitor = { address, userAgent, person, note };
        const visit = { userId, device, usesDemoPassword, ...visitor };
        return { used, tokens: await admitUser(trx, context, visit) };
      });
      if (result) return result;
      await note({ event: "factor-refused", userId });
      throw fieldFailure("code", "wrong_factor");
    },
  );
  const detail = `password and ${admitted.used}`;
  await note({ event: "sign-in", userId, detail });
  return admitted.tokens;
}
