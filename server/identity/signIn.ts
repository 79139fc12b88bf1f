import { userLevels } from "../../domain/access";
import type { SignInBody } from "../../generated/schemas";
import { isDemoAllowed } from "../platform/config";
import type { Transaction } from "kysely";
import { inTransaction, type Tables } from "../platform/database";
import { failure } from "../platform/errors";
import { networkOf } from "../platform/http/network";
import { createQueues } from "../platform/queues";
import type { Context } from "../workspace/context";
import {
  admitUser,
  countLogin,
  findDevice,
  type Device,
  type SignInTokens,
  type Visitor,
} from "./admitUser";
import { emailKey } from "./createUser";
import { beginCeremony, type Ceremony } from "./factors/ceremonies";
import { readFactors } from "./factors/readFactors";
import { assertHashFree, demoPassword, isPassword } from "./passwords";
import type { NoteSecurity } from "./securityLog";
import { useWaitingPerson } from "./sso/requests";
import {
  clearAttempts,
  countWrong,
  networkThrottles,
  type Throttle,
} from "./throttle";

type Attempt = SignInBody &
  Visitor & {
    deviceToken: string | undefined;
    /** The cookie of a person of single sign-on whom the login may connect. */
    ssoToken: string | undefined;
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
 * cannot lock an account for its owner. A limit for the account stops guessing from many
 * networks, and a limit for a network guessing at many accounts; known devices are exempt
 * from both. A password that is changed while it is checked opens no session.
 */
export async function signIn(
  context: SignInContext,
  attempt: Attempt,
): Promise<SignInTokens | Ceremony> {
  const account = emailKey(attempt.email);
  assertHashFree();
  const device = await findDevice(context, account, attempt.deviceToken);
  const { token = "", isKnown } = device;
  const perSource: Throttle = {
    key: isKnown
      ? `sign-in device ${account} ${token}`
      : `sign-in source ${account} ${networkOf(attempt.address)}`,
    most: mostPerSource,
    windowSeconds,
  };
  const shared: Throttle[] = isKnown
    ? []
    : [
        ...networkThrottles("sign-in network", attempt.address, {
          most: mostPerNetwork,
          windowSeconds,
        }),
        {
          key: `sign-in account ${account}`,
          most: mostPerAccount,
          windowSeconds,
        },
      ];
  // Right passwords sent in parallel would otherwise use up the limit.
  return oneAtATime(perSource.key, async () => {
    const user = await countWrong(
      context,
      {
        throttles: [...shared, perSource],
        codes: ["invalid_credentials"],
        onExhausted: () => attempt.note({ event: "sign-in-throttled" }),
      },
      () => findUser(context, account, attempt),
    );
    await clearAttempts(context.database, perSource);
    return enter(context, { attempt, user, device });
  });
}

/** Opens the session, or begins the ceremony, of a user who has proved the password. */
async function enter(
  context: SignInContext,
  { attempt, user, device }: { attempt: Attempt; user: User; device: Device },
): Promise<SignInTokens | Ceremony> {
  const { database } = context;
  const { address, userAgent, ssoToken, connect = false, note } = attempt;
  const userId = user.id;
  if (user.user_level === userLevels.disabled) {
    await note({ event: "sign-in-refused", userId });
    throw failure("invalid_user");
  }
  if (user.email_verified_at === null) {
    await note({ event: "sign-in-refused", userId });
    await attempt.onUnverified();
    throw failure("email_unverified");
  }
  await countLogin(context, userId);
  const usesDemoPassword = attempt.password === demoPassword;
  const { methods } = await readFactors(database.kysely, userId);
  const person =
    connect && methods.length === 0
      ? await useWaitingPerson(context, ssoToken)
      : undefined;
  const entered = await inTransaction(database, async (trx) => {
    if (!(await lockUnchanged(trx, user))) return null;
    const { clock } = context;
    const ceremony = await beginCeremony(
      { kysely: trx, clock },
      { userId, usesDemoPassword },
    );
    if (ceremony) return ceremony;
    const visitor = { address, userAgent, note };
    const visit = { userId, device, usesDemoPassword, person, ...visitor };
    return admitUser(trx, context, visit);
  });
  if (!entered) {
    await note({ event: "sign-in-refused", userId });
    throw failure("invalid_credentials");
  }
  if ("accessToken" in entered) await note({ event: "sign-in", userId });
  return entered;
}

/**
 * Locks the user whose password was checked. Returns false if the password or the account
 * has changed since.
 */
async function lockUnchanged(
  trx: Transaction<Tables>,
  user: User,
): Promise<boolean> {
  const present = await trx
    .selectFrom("users")
    .where("id", "=", user.id)
    .where("password_hash", "=", user.password_hash)
    .where("email_key", "=", user.email_key)
    .where("user_level", "=", user.user_level)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  return present !== undefined;
}

type User = Awaited<ReturnType<typeof findUser>>;

async function findUser(
  { database, config }: SignInContext,
  account: string,
  { password, note }: Pick<Attempt, "password" | "note">,
) {
  const user = await database.kysely
    .selectFrom("users")
    .where("email_key", "=", account)
    .select(["id", "email_key", "password_hash"])
    .select(["user_level", "email_verified_at"])
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
