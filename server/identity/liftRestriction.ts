import { sql, type Transaction } from "kysely";
import { userLevels, type PermissionFlag } from "../../domain/access";
import type { Tables } from "../platform/database";

const biddingAllowed: PermissionFlag = "biddingAllowed";

/**
 * Ends the restriction of a user, who may bid again, and returns whether there
 * was one. The caller holds the lock of the user and forgets the user's cached
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
      permissions: sql`permissions || ${JSON.stringify({ [biddingAllowed]: true })}::jsonb`,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", userId)
    .where("user_level", "=", userLevels.restricted)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
