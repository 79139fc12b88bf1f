import { roleOf, userLevels, type Role } from "../../../domain/access";
import type { SaveUserBody, SaveUserReply } from "../../../generated/schemas";
import { inTransaction, SqlError } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import { writeOnce } from "../../platform/idempotency";
import { queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { queueLinkMail } from "../accounts/linkMails";
import { createUser, emailKey } from "../createUser";
import { isRecentlyProved } from "../factors/stepUp";
import { endAccess, type Sessions } from "../sessions";
import { hashPassword } from "../passwords";
import { exceptionsOf, rolePermissions } from "../permissions";
import { levelOf, rankOf, storedRank } from "../ranks";
import { describeChanges, type NoteSecurity } from "../securityLog";
import { newSecret } from "../tokens";
import { levelLimits, limitsAfter } from "./levelLimits";
import { readUser } from "./readUser";
import { noteRights, readRights } from "./rightsChanges";
import type { AccountLimits, UserAccounts } from "./userAccounts";
import { checkUserBody, type UserColumns } from "./userRules";

type UserContext = Pick<
  Context,
  "database" | "clock" | "jobs" | "schemas" | "workspace"
> & { accounts: UserAccounts };

/**
 * Creates a user without a password and sends the link to set one. Returns the
 * user. Throws invalid_fields, key_reused, and step_up_required for a dealer, a manager, an
 * administrator or a granted flag from an administrator who has not been proved recently.
 */
export async function addUser(
  context: UserContext,
  {
    session,
    body,
    key,
    note,
  }: {
    session: Session;
    body: SaveUserBody;
    key: string | null;
    note: NoteSecurity;
  },
): Promise<SaveUserReply> {
  const { database, clock, jobs, accounts } = context;
  const { viewer } = session;
  const now = clock.now();
  const isProved = await isRecentlyProved(context, session);
  // A random password that is never shown. Hashing is slow, so it stays outside the
  // transaction.
  const passwordHash = await hashPassword(newSecret());
  const id = await writeOnce(
    database,
    { userId: viewer.userId, key, request: ["add-user", body], now },
    async (trx) => {
      const checked = await checkUserBody(trx, body, {
        id: null,
        actor: viewer,
        exceptions: { allowedFlags: [], deniedFlags: [] },
      });
      const usual = {
        rank: rankOf("client", "standard"),
        permissions: rolePermissions.client,
      };
      if (!isProved && isWidened(usual, checked))
        throw failure("step_up_required");
      const id = await createUser(trx, {
        ...checked.rank,
        email: body.email,
        fullName: body.fullName,
        permissions: checked.permissions,
        details: contactColumns(body, checked),
        onCreated: (created, userId) =>
          accounts.setLimits(created, userId, {
            ...levelLimits[body.level],
            ...limitsOf(body),
          }),
        passwordHash,
        note,
        now,
      });
      // A concurrent transaction took the e-mail.
      if (id === null) throw fieldFailure("email", "email_taken");
      await queueMail(trx, { jobs, now }, { userId: id, kind: "set-password" });
      return id;
    },
  );
  const source = accounts.userSource;
  return readUser(context, database.kysely, { viewer, id, source });
}

/**
 * Changes those data of a user that the body contains and returns the user. A
 * changed role, level or e-mail ends the user's sessions at once. Throws not_found,
 * stale_row with the current row, invalid_fields, and step_up_required for another e-mail, a
 * role with more rights or a granted flag from an administrator who has not been proved
 * recently.
 */
export async function changeUser(
  context: UserContext,
  {
    session,
    id,
    version,
    body,
    sessions,
    note,
  }: {
    session: Session;
    id: string;
    /** The version that the administrator has seen. */
    version: number;
    body: SaveUserBody;
    sessions: Sessions;
    note: NoteSecurity;
  },
): Promise<SaveUserReply> {
  const { database, accounts } = context;
  const { viewer } = session;
  const source = accounts.userSource;
  const isProved = await isRecentlyProved(context, session);
  const save = inTransaction(database, async (trx) => {
    const stored = await trx
      .selectFrom("users")
      .where("id", "=", id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!stored) throw failure("not_found");
    if (stored.version !== version) {
      const { detail } = await readUser(context, trx, { viewer, id, source });
      throw failure("stale_row", { current: detail });
    }
    const before = await readRights(trx, id);
    const limits = await accounts.readLimits(trx, id);
    const checked = await checkUserBody(trx, body, {
      id,
      actor: viewer,
      exceptions: exceptionsOf(roleOf(storedRank(stored)), stored.permissions),
    });
    const columns = columnsOf(body, checked);
    // Links to set a password go to this address.
    const isSensitive =
      columns.email_key !== stored.email_key ||
      isWidened(
        { rank: storedRank(stored), permissions: stored.permissions },
        checked,
      );
    if (isSensitive && !isProved) throw failure("step_up_required");
    await trx
      .updateTable("users")
      .set((eb) => ({
        ...columns,
        version: eb("version", "+", 1),
        profile_version: eb("profile_version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    const levels = { from: levelOf(stored.user_level), to: body.level };
    await accounts.setLimits(
      trx,
      id,
      limitsAfter(levels, limits, limitsOf(body)),
    );
    const isSame = (
      ["user_type", "user_level", "role_id", "email_key"] as const
    ).every((name) => columns[name] === stored[name]);
    if (!isSame) await endAccess(trx, id);
    await noteRights(trx, { note, userId: id, before });
    const detail = describeChanges(limits, await accounts.readLimits(trx, id));
    if (detail !== "")
      await note({ event: "limits-changed", userId: id, detail }, trx);
  });
  await save.catch((error: unknown) => {
    // Another transaction took the e-mail at the same moment.
    const isTaken =
      error instanceof SqlError && error.constraint === "users_email_key_key";
    throw isTaken ? fieldFailure("email", "email_taken") : error;
  });
  sessions.forgetUser(id);
  return readUser(context, database.kysely, { viewer, id, source });
}

/**
 * Sends a user a new link to set a password; earlier links end when it is sent.
 * Throws not_found for an unknown or disabled user.
 */
export async function sendPasswordLink(
  { database, clock, jobs }: Pick<Context, "database" | "clock" | "jobs">,
  { id, note }: { id: string; note: NoteSecurity },
): Promise<void> {
  await inTransaction(database, async (trx) => {
    const user = await trx
      .selectFrom("users")
      .where("id", "=", id)
      .where("user_level", "!=", userLevels.disabled)
      .select("id")
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw failure("not_found");
    await note({ event: "password-link", userId: id }, trx);
    const now = clock.now();
    const mail = { userId: id, kind: "set-password" } as const;
    await queueLinkMail(trx, { jobs, now }, mail);
  });
}

type Rights = Pick<UserColumns, "rank" | "permissions">;

const order: readonly Role[] = ["unknown", "client", "dealer", "manager"];

/** Returns whether a user gets a higher role, or a flag that the user does not have. */
function isWidened(before: Rights, after: Rights): boolean {
  const heightOf = ({ rank }: Rights) => {
    const at = order.indexOf(roleOf(rank));
    return at < 0 ? order.length : at;
  };
  const flags = Object.entries(after.permissions);
  const held: Readonly<Record<string, boolean>> = before.permissions;
  return (
    heightOf(after) > heightOf(before) ||
    flags.some(([flag, isHeld]) => isHeld && !held[flag])
  );
}

/** Returns the columns of a body. A column is undefined if the body lacks its field. */
const columnsOf = (body: SaveUserBody, checked: UserColumns) => ({
  ...contactColumns(body, checked),
  email: body.email.trim(),
  email_key: emailKey(body.email),
  full_name: body.fullName.trim(),
  user_type: checked.rank.userType,
  user_level: checked.rank.userLevel,
  role_id: checked.rank.roleId,
  permissions: JSON.stringify(checked.permissions),
});

/** Returns the columns of a body that every user may lack. */
function contactColumns(
  body: SaveUserBody,
  { managerId, dealerId, countryId }: UserColumns,
) {
  const text = (value: string | null | undefined) =>
    value === undefined ? undefined : value?.trim() || null;
  return {
    company: text(body.company),
    city: text(body.city),
    country_id: countryId,
    address: text(body.address),
    mobile: text(body.mobile),
    office_phone: text(body.officePhone),
    language_id: body.language,
    manager_id: managerId,
    dealer_id: dealerId,
  };
}

/** Returns the limits of a body. An empty limit is 0. */
function limitsOf({
  creditLimit,
  dailyBidLimit,
  dailyUssLimit,
}: SaveUserBody): Partial<AccountLimits> {
  return {
    ...(creditLimit === undefined ? {} : { creditLimit: creditLimit ?? 0 }),
    ...(dailyBidLimit === undefined
      ? {}
      : { dailyBidLimit: dailyBidLimit ?? 0 }),
    ...(dailyUssLimit === undefined
      ? {}
      : { dailyUssLimit: dailyUssLimit ?? 0 }),
  };
}
