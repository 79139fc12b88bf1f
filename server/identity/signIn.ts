import { userLevels } from "../../domain/access";
import type { SignInBody } from "../../generated/schemas";
import { isDemoAllowed } from "../platform/config";
import { inTransaction } from "../platform/database";
import { Failure, failure } from "../platform/errors";
import { networkOf } from "../platform/http/network";
import { createQueues } from "../platform/queues";
import type { Context } from "../workspace/context";
import {
  admitUser,
  knownDevice,
  type SignInTokens,
  type Visitor,
} from "./admitUser";
import { emailKey } from "./createUser";
import { beginCeremony, type Ceremony } from "./factors/ceremonies";
import { demoPassword, isPassword } from "./passwords";
import type { NoteSecurity } from "./securityLog";
import {
  clearAttempts,
  countAttempt,
  forgiveAttempt,
  type Throttle,
} from "./throttle";

type Attempt = SignInBody &
  Visitor & {
    deviceToken: string | undefined;
    note: NoteSecurity;
    /** Sends the link to confirm the e-mail again. */
    onUnverified: () => Promise<void>;
  };

type SignInContext = Pick<Context, "database" | "clock" | "config" | "jobs">;

const oneAtATime = createQueues();

const windowSeconds = 15 * 60;
/** Wrong passwords for one account from one network, or from a known device. */
const mostPerSource = 9;
/** Wrong passwords for one account from all unknown devices. */
const mostPerAccount = 90;
/** Wrong passwords from one network, which a whole office may share. */
const mostPerNetwork = 100;

/**
 * Opens a session for an e-mail and a password, or begins the ceremony in which a user
 * with a second factor proves it. An unknown e-mail gets the same
 * answer as a wrong password, in the same time, and so does the demo password
 * where demo data are not allowed. Throws invalid_credentials,
 * too_many_requests, and, only after the right password, invalid_user for a
 * disabled account and email_unverified for an e-mail that is not confirmed.
 *
 * Wrong passwords are counted by account and network together, so that strangers
 * cannot lock an account for its owner. A limit for the account stops
 * guessing from many networks; known devices are exempt from it.
 */
export async function signIn(
  context: SignInContext,
  attempt: Attempt,
): Promise<SignInTokens | Ceremony> {
  const account = emailKey(attempt.email);
  const network = networkOf(attempt.address);
  const device = await knownDevice(context, account, attempt.deviceToken);
  const perSource: Throttle = {
    key: device
      ? `sign-in device ${account} ${device}`
      : `sign-in source ${account} ${network}`,
    most: mostPerSource,
    windowSeconds,
  };
  const shared: Throttle[] = [
    {
      key: `sign-in network ${network}`,
      most: mostPerNetwork,
      windowSeconds,
    },
  ];
  if (!device)
    shared.push({
      key: `sign-in account ${account}`,
      most: mostPerAccount,
      windowSeconds,
    });
  // Right passwords sent in parallel would otherwise use up the limit.
  return oneAtATime(perSource.key, async () => {
    await countAttempt(context, [...shared, perSource], () =>
      attempt.note({ event: "sign-in-throttled" }),
    );
    let user;
    try {
      user = await findUser(context, account, attempt);
    } catch (error) {
      if (!(error instanceof Failure))
        await forgiveAttempt(context, [...shared, perSource]);
      throw error;
    }
    await clearAttempts(context, perSource);
    await forgiveAttempt(context, shared);
    const userId = user.id;
    if (user.user_level === userLevels.disabled) {
      await attempt.note({ event: "sign-in-refused", userId });
      throw failure("invalid_user");
    }
    if (user.email_verified_at === null) {
      await attempt.note({ event: "sign-in-refused", userId });
      await attempt.onUnverified();
      throw failure("email_unverified");
    }
    const usesDemoPassword = attempt.password === demoPassword;
    const ceremony = await beginCeremony(context, { userId, usesDemoPassword });
    if (ceremony) return ceremony;
    const { address, userAgent, ssoToken } = attempt;
    const visitor = { address, userAgent, ssoToken };
    const visit = { userId, device, usesDemoPassword, ...visitor };
    const tokens = await inTransaction(context.database, (trx) =>
      admitUser(trx, context, visit),
    );
    await attempt.note({ event: "sign-in", userId });
    return tokens;
  });
}

async function findUser(
  { database, config }: SignInContext,
  account: string,
  { password, note }: Pick<Attempt, "password" | "note">,
) {
  const user = await database.kysely
    .selectFrom("users")
    .where("email_key", "=", account)
    .select(["id", "password_hash", "user_level", "email_verified_at"])
    .executeTakeFirst();
  const isRight = await isPassword(password, user?.password_hash);
  const isPublic = password === demoPassword && !isDemoAllowed(config);
  if (!user || !isRight || isPublic) {
    // The same statement for known and unknown accounts, which takes the same time.
    await note({ event: "sign-in-refused", userId: user?.id });
    throw failure("invalid_credentials");
  }
  return user;
}
