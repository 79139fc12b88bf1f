import type { Transaction } from "kysely";
import { isStaff, roleOf, userLevels } from "../../../domain/access";
import { isEmail } from "../../../domain/formats";
import saveUser from "../../../schemas/calls/save-user.json";
import { inTransaction, type Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import {
  admitUser,
  countLogin,
  findDevice,
  type SignInTokens,
  type Visit,
} from "../admitUser";
import { createUser, emailKey } from "../createUser";
import { hashPassword } from "../passwords";
import { rolePermissions } from "../permissions";
import { levelOf, rankOf, storedRank, type KnownRole } from "../ranks";
import type { NoteSecurity } from "../securityLog";
import { endAccess, type Sessions } from "../sessions";
import { newSecret } from "../tokens";
import { levelLimits } from "../users/levelLimits";
import type { UserAccounts } from "../users/userAccounts";
import { noteRights, readRights } from "../users/rightsChanges";
import { roleOfPerson } from "./enforcement";
import type { SsoPerson } from "./provider";
import { connectIdentity, findIdentity, storeSsoRequest } from "./requests";

/** The lengths that the form of a user allows. */
const { fullName, email: emailRule } = saveUser.definitions.body.properties;
const longestName = fullName.maxLength;
const longestEmail = emailRule.maxLength;

type SsoContext = Pick<Context, "database" | "clock" | "config" | "jobs"> & {
  accounts: UserAccounts;
  sessions: Sessions;
};

type Arrival = Pick<Visit, "address" | "userAgent"> & {
  deviceToken: string | undefined;
  note: NoteSecurity;
};

/**
 * Opens a session for a person of the provider. With SSO_ROLES the person gets the role of
 * the groups, and a person without an account a new one. Otherwise the person has to log in
 * once by password to connect the account; the result is then the secret of a request for
 * this login. An e-mail never finds an account. Throws sso_no_role and invalid_user.
 */
export async function signInBySso(
  context: SsoContext,
  person: SsoPerson,
  arrival: Arrival,
): Promise<SignInTokens | { ssoToken: string }> {
  const { database, config } = context;
  const { note } = arrival;
  const role = roleOfPerson(config.ssoRoles, person.groups);
  const known = await findIdentity(database.kysely, person);
  if (config.ssoRoles !== "" && !role) {
    await note({ event: "sign-in-refused", userId: known?.id });
    throw failure("sso_no_role");
  }
  const userId = known
    ? known.id
    : role && (await createPerson(context, { person, role, note }));
  if (!userId) {
    const purpose = "sign-in";
    const request = { purpose, sessionId: null, person } as const;
    return { ssoToken: await storeSsoRequest(context, request) };
  }
  await countLogin(context, userId);
  const device = await findDevice(
    context,
    known?.email_key ?? emailKey(person.email ?? ""),
    arrival.deviceToken,
  );
  const tokens = await inTransaction(context.database, async (trx) => {
    await updateRank(trx, { userId, role, note });
    // Another request may have disconnected the person since.
    const present = await findIdentity(trx, person);
    if (present?.id !== userId) throw failure("sso_refused");
    return admitUser(trx, context, {
      note,
      address: arrival.address,
      userAgent: arrival.userAgent,
      userId,
      device,
      usesDemoPassword: false,
      isBySso: true,
    });
  });
  context.sessions.forgetUser(userId);
  await note({ event: "sign-in", userId, detail: "single sign-on" });
  return tokens;
}

/**
 * Creates the account of a person with a role. Returns undefined without a valid e-mail, and if
 * an account has the e-mail: its owner must connect it.
 */
async function createPerson(
  { database, clock, accounts }: SsoContext,
  {
    person,
    role,
    note,
  }: { person: SsoPerson; role: KnownRole; note: NoteSecurity },
): Promise<string | undefined> {
  const email = person.email?.trim();
  if (!email || email.length > longestEmail || !isEmail(email))
    return undefined;
  const name = person.name?.replace(/\p{Cc}+/gu, " ").trim();
  // The password is never shown. Hashing is slow, so it stays outside the transaction.
  const passwordHash = await hashPassword(newSecret());
  const now = clock.now();
  return inTransaction(database, async (trx) => {
    const userId = await createUser(trx, {
      ...rankOf(role, "standard"),
      email,
      fullName: (name || email).slice(0, longestName),
      permissions: rolePermissions[role],
      details: { email_verified_at: now },
      onCreated: (created, id) =>
        accounts.setLimits(created, id, levelLimits.standard),
      passwordHash,
      now,
      note,
    });
    if (userId === null) return undefined;
    const isConnected = await connectIdentity(trx, { userId, person, now });
    // Two calls at once have created two accounts; this one is taken back.
    if (!isConnected) throw failure("sso_refused");
    return userId;
  });
}

/** Gives a user the rank of a role. Throws invalid_user for a disabled user. */
async function updateRank(
  trx: Transaction<Tables>,
  {
    userId,
    role,
    note,
  }: { userId: string; role: KnownRole | undefined; note: NoteSecurity },
): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .where("id", "=", userId)
    .select(["user_type", "user_level", "role_id"])
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (user.user_level === userLevels.disabled) throw failure("invalid_user");
  if (!role || roleOf(storedRank(user)) === role) return;
  const before = await readRights(trx, userId);
  const isClient = !isStaff(role) && !isStaff(roleOf(storedRank(user)));
  // A level that a manager has given to a client or dealer outlasts another group.
  const level = isClient ? levelOf(user.user_level) : "standard";
  const { userType, userLevel, roleId } = rankOf(role, level);
  await trx
    .updateTable("users")
    .set((eb) => ({
      user_type: userType,
      user_level: userLevel,
      role_id: roleId,
      permissions: JSON.stringify(rolePermissions[role]),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", userId)
    .execute();
  await endAccess(trx, userId);
  await noteRights(trx, { note, userId, before });
}
