import {
  demoPassword,
  ensureUser,
  isPassword,
  type AccountLimits,
  type NewUser,
} from "../identity";
import { openAccount, openBalance } from "../payments";
import { inTransaction } from "../platform/database";
import type { Context } from "../workspace/context";

export type DemoAccount = Omit<NewUser, "password" | "onCreated"> & {
  /** E-mails of accounts that come before. */
  manager?: string;
  dealer?: string;
  /** The opening balance in yen. */
  balance?: number;
  limits?: AccountLimits;
  /** The program prints its e-mail when it starts. */
  isPrinted?: boolean;
};

/** Creates the missing accounts and returns all their ids by e-mail. */
export async function seedAccounts(
  context: Pick<Context, "database" | "clock">,
  accounts: readonly DemoAccount[],
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { manager, dealer, balance, limits, ...user } of accounts) {
    const id = await ensureUser(context, {
      ...user,
      details: {
        ...user.details,
        ...(manager && { manager_id: ids[manager] }),
        ...(dealer && { dealer_id: ids[dealer] }),
      },
      password: demoPassword,
      onCreated: (trx, userId) => openAccount(trx, userId, limits),
    });
    const at = context.clock.now();
    if (balance)
      await inTransaction(context.database, (trx) =>
        openBalance(trx, { userId: id, amount: balance, at }),
      );
    ids[user.email] = id;
  }
  return ids;
}

/** Returns the ids of the demo accounts that still have the public password. */
export async function findDemoAccounts({
  database,
}: Pick<Context, "database">): Promise<string[]> {
  const users = await database.longRunning
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email_key", "like", "%seriba.test")
    .execute();
  const found: string[] = [];
  for (const { id, password_hash } of users)
    if (await isPassword(demoPassword, password_hash)) found.push(id);
  return found;
}
