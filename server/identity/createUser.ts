import type { Insertable, Transaction } from "kysely";
import type { Tables } from "../platform/database";
import { inTransaction } from "../platform/database";
import type { Context } from "../workspace/context";
import { hashPassword } from "./passwords";
import type { StoredPermissions } from "./permissions";
import type { NoteSecurity } from "./securityLog";

export type OnCreated = (
  trx: Transaction<Tables>,
  userId: string,
) => Promise<void>;

export type NewUser = {
  email: string;
  password: string;
  fullName: string;
  userType: number;
  userLevel: number;
  roleId: number;
  permissions: StoredPermissions;
  /** Further columns. */
  details?: Partial<Insertable<Tables["users"]>>;
  /** Runs in the transaction that creates the user, and opens the account. */
  onCreated?: OnCreated;
  /** Writes the new user to the security log. */
  note?: NoteSecurity;
};

/** Whether anybody can sign in at all. */
export async function hasUsers({
  database,
}: Pick<Context, "database">): Promise<boolean> {
  const users = database.kysely.selectFrom("users").select("id").limit(1);
  return (await users.executeTakeFirst()) !== undefined;
}

/** Returns the unique key of an e-mail: letter case does not count. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/**
 * Creates a user, unless the e-mail is taken. Returns the id of
 * the user with that e-mail.
 */
export async function createUser(
  { database, clock }: Pick<Context, "database" | "clock">,
  user: NewUser,
): Promise<string> {
  const key = emailKey(user.email);
  const find = (db: Pick<typeof database.kysely, "selectFrom">) =>
    db.selectFrom("users").where("email_key", "=", key).select("id");
  const present = await find(database.kysely).executeTakeFirst();
  if (present) return present.id;
  const passwordHash = await hashPassword(user.password);
  return inTransaction(database, async (trx) => {
    const created = await trx
      .insertInto("users")
      .values({
        ...user.details,
        email: user.email.trim(),
        email_key: key,
        password_hash: passwordHash,
        full_name: user.fullName,
        user_type: user.userType,
        user_level: user.userLevel,
        role_id: user.roleId,
        permissions: JSON.stringify(user.permissions),
        bid_email_notify: true,
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column("email_key").doNothing())
      .returning("id")
      .executeTakeFirst();
    // A concurrent transaction created the user.
    if (!created) return (await find(trx).executeTakeFirstOrThrow()).id;
    const { id } = created;
    await user.onCreated?.(trx, id);
    await user.note?.({ event: "user-created", userId: id }, trx);
    return id;
  });
}
