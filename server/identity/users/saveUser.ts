import { roleOf, userLevels } from "../../../domain/access";
import type { SaveUserBody, SaveUserReply } from "../../../generated/schemas";
import { inTransaction } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import { writeOnce } from "../../platform/idempotency";
import { queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { emailKey } from "../createUser";
import { endAccess, type Sessions } from "../sessions";
import { hashPassword } from "../passwords";
import { exceptionsOf } from "../permissions";
import { storedRank } from "../ranks";
import { describeChanges, type NoteSecurity } from "../securityLog";
import { newSecret } from "../tokens";
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
 * user. Throws invalid_fields and key_reused.
 */
export async function addUser(
  context: UserContext,
  {
    session: { viewer },
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
  const now = clock.now();
  // A random password that is never shown. Hashing is slow, so it stays outside the
  // transaction.
  const password_hash = await hashPassword(newSecret());
  const id = await writeOnce(
    database,
    { userId: viewer.userId, key, request: ["add-user", body], now },
    async (trx) => {
      const checked = await checkUserBody(trx, body, {
        id: null,
        actor: viewer,
        exceptions: { allowedFlags: [], deniedFlags: [] },
      });
      const created = await trx
        .insertInto("users")
        .values({
          ...columnsOf(body, checked),
          password_hash,
          bid_email_notify: true,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column("email_key").doNothing())
        .returning("id")
        .executeTakeFirst();
      // A concurrent transaction took the e-mail.
      if (!created) throw fieldFailure("email", "email_taken");
      const user_id = created.id;
      await accounts.setLimits(trx, user_id, limitsOf(body));
      await queueMail(
        trx,
        { jobs, now },
        { userId: user_id, kind: "set-password" },
      );
      await note({ event: "user-created", userId: user_id }, trx);
      return user_id;
    },
  );
  const source = accounts.userSource;
  return readUser(context, database.kysely, { viewer, id, source });
}

/**
 * Changes those data of a user that the body contains and returns the user. A
 * changed role, level or e-mail ends the user's sessions at once. Throws not_found,
 * stale_row with the current row, and invalid_fields.
 */
export async function changeUser(
  context: UserContext,
  {
    session: { viewer },
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
  const source = accounts.userSource;
  await inTransaction(database, async (trx) => {
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
    await trx
      .updateTable("users")
      .set((eb) => ({
        ...columns,
        version: eb("version", "+", 1),
        profile_version: eb("profile_version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await accounts.setLimits(trx, id, limitsOf(body));
    const isSame = (
      ["user_type", "user_level", "role_id", "email_key"] as const
    ).every((name) => columns[name] === stored[name]);
    if (!isSame) await endAccess(trx, id);
    await noteRights(trx, { note, userId: id, before });
    const detail = describeChanges(limits, await accounts.readLimits(trx, id));
    if (detail !== "")
      await note({ event: "limits-changed", userId: id, detail }, trx);
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
    // A mail that waits is not doubled by a second click.
    const waiting = await trx
      .selectFrom("outbox")
      .where("user_id", "=", id)
      .where("kind", "=", "set-password")
      .where("state", "=", "waiting")
      .select("id")
      .executeTakeFirst();
    if (waiting) return;
    const now = clock.now();
    await queueMail(trx, { jobs, now }, { userId: id, kind: "set-password" });
  });
}

/** Returns the columns of a body. A column is undefined if the body lacks its field. */
function columnsOf(
  body: SaveUserBody,
  { rank, permissions, managerId, dealerId, countryId }: UserColumns,
) {
  const text = (value: string | null | undefined) =>
    value === undefined ? undefined : value?.trim() || null;
  return {
    email: body.email.trim(),
    email_key: emailKey(body.email),
    full_name: body.fullName.trim(),
    company: text(body.company),
    city: text(body.city),
    country_id: countryId,
    address: text(body.address),
    mobile: text(body.mobile),
    office_phone: text(body.officePhone),
    language_id: body.language,
    user_type: rank.userType,
    user_level: rank.userLevel,
    role_id: rank.roleId,
    manager_id: managerId,
    dealer_id: dealerId,
    permissions: JSON.stringify(permissions),
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
