import type { Transaction } from "kysely";
import { userLevels } from "../../../domain/access";
import type { Tables } from "../../platform/database";
import { describeChanges, type NoteSecurity } from "../securityLog";

type Values = Readonly<Record<string, unknown>>;
type Rights = { rights: Values; email: string };

/** Returns what a user may do, to compare it before and after a change. */
export async function readRights(
  trx: Transaction<Tables>,
  id: string,
): Promise<Rights> {
  const user = await trx
    .selectFrom("users")
    .where("id", "=", id)
    .select(["email_key", "permissions", "user_type as userType"])
    .select(["user_level as userLevel", "role_id as roleId"])
    .select(["dealer_id as dealerId", "manager_id as managerId"])
    .executeTakeFirstOrThrow();
  const { email_key, permissions, ...rank } = user;
  return {
    rights: { ...rank, ...permissions },
    email: email_key,
  };
}

/** Writes what changed since `before` to the security log, in the same transaction. */
export async function noteRights(
  trx: Transaction<Tables>,
  {
    note,
    userId,
    before,
  }: { note: NoteSecurity; userId: string; before: Rights },
): Promise<void> {
  const after = await readRights(trx, userId);
  const rights = describeChanges(before.rights, after.rights);
  if (rights !== "")
    await note({ event: "rights-changed", userId, detail: rights }, trx);
  if (before.email !== after.email)
    await note({ event: "email-changed", userId }, trx);
}

/**
 * Ends the restriction of a user, who may bid again unless an administrator has denied
 * it, and returns whether there was one. The caller holds the lock of the user and forgets the user's cached
 * sessions after the commit.
 */
export async function liftRestriction(
  trx: Transaction<Tables>,
  userId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("users")
    .set((eb) => ({
      user_level: userLevels.client,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", userId)
    .where("user_level", "=", userLevels.restricted)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
