import type { Insertable, Transaction } from "kysely";
import { inTransaction, type Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import { hashPassword } from "./passwords";
import type { StoredPermissions } from "./permissions";
import type { Rank } from "./ranks";
import type { NoteSecurity, SecurityEvent } from "./securityLog";

export type OnCreated = (
  trx: Transaction<Tables>,
  userId: string,
) => Promise<void>;

type UserData = Rank & {
  email: string;
  fullName: string;
  permissions: StoredPermissions;
  /** Further columns. */
  details?: Partial<Insertable<Tables["users"]>>;
  /** Runs in the transaction that creates the user, and opens the account. */
  onCreated?: OnCreated;
  /** Writes the new user to the security log. */
  note?: NoteSecurity;
  /** The event of the security log. */
  event?: SecurityEvent["event"];
};

export type NewUser = Omit<UserData, "event"> & { password: string };

/** Whether anybody can sign in at all. */
export async function hasUsers({
  database,
}: Pick<Context, "database">): Promise<boolean> {
  const users = database.kysely.selectFrom("users").select("id").limit(1);
  return (await users.executeTakeFirst()) !== undefined;
}

/** Returns the unique key of an e-mail: letter case does not count. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Returns the id of the user with an e-mail; undefined if nobody has it. */
async function findUserByEmail(
  db: Pick<Transaction<Tables>, "selectFrom">,
  email: string,
): Promise<string | undefined> {
  const user = await db
    .selectFrom("users")
    .where("email_key", "=", emailKey(email))
    .select("id")
    .executeTakeFirst();
  return user?.id;
}

/**
 * Creates a user and opens the account. Returns the id, or null if the e-mail is taken. All
 * users are created here. The caller hashes the password before the transaction, because
 * hashing is slow.
 */
export async function createUser(
  trx: Transaction<Tables>,
  user: UserData & { passwordHash: string; now: Date },
): Promise<string | null> {
  const created = await trx
    .insertInto("users")
    .values({
      ...user.details,
      email: user.email.trim(),
      email_key: emailKey(user.email),
      password_hash: user.passwordHash,
      full_name: user.fullName.trim(),
      user_type: user.userType,
      user_level: user.userLevel,
      role_id: user.roleId,
      permissions: JSON.stringify(user.permissions),
      bid_email_notify: true,
      created_at: user.now,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!created) return null;
  const { event = "user-created" } = user;
  await user.onCreated?.(trx, created.id);
  await user.note?.({ event, userId: created.id }, trx);
  return created.id;
}

/**
 * Creates a user whose e-mail needs no confirmation, unless the e-mail is taken. Returns the
 * id of the user with that e-mail.
 */
export async function ensureUser(
  { database, clock }: Pick<Context, "database" | "clock">,
  { password, ...user }: NewUser,
): Promise<string> {
  const present = await findUserByEmail(database.kysely, user.email);
  if (present) return present;
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  return inTransaction(database, async (trx) => {
    const details = { email_verified_at: now, ...user.details };
    const created = await createUser(trx, {
      ...{ ...user, details },
      passwordHash,
      now,
    });
    // Null if a concurrent transaction created the user.
    const id = created ?? (await findUserByEmail(trx, user.email));
    if (id === undefined) throw new Error("The user was deleted meanwhile");
    return id;
  });
}
