import { sql, type Transaction } from "kysely";
import { announceChange, type ChangeRange } from "../platform/changes";
import type { Tables } from "../platform/database";
import type { LiveTopic } from "../platform/live";
import type { Context } from "../workspace/context";
import { changedLists } from "../workspace/lists";
import { clientSource, userSource } from "./userSources";

/** Above this number of changed accounts browsers reload their lists. */
const mostAccounts = 1_000;

/**
 * Announces a change of a client's account and gives the account a new change number, so
 * that open pages show its money, limits and client as they are now. A user without an
 * account has no change number.
 */
export async function noteAccountChange(
  trx: Transaction<Tables>,
  userId: string,
): Promise<void> {
  const account = await trx
    .selectFrom("accounts")
    .select("user_id")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return;
  await announceChange(trx, "accounts");
  await trx
    .updateTable("accounts")
    .set({ seq: sql`nextval('change_seq')` })
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Makes the live topic of accounts: the client learns that the own balance or limits
 * changed, and viewers of lists of users and clients learn which rows changed.
 */
export const accountChanges =
  (
    context: Pick<Context, "database" | "workspace" | "schemas" | "clock">,
  ): LiveTopic =>
  async (range) => {
    const ids = await findChangedAccounts(context, range);
    if (ids.length > mostAccounts) return null;
    const listsFor = await changedLists(context, [
      { source: clientSource, ids },
      { source: userSource, ids },
    ]);
    return (viewer) => [
      ...(ids.includes(viewer.userId)
        ? [{ name: "account" as const, data: {} }]
        : []),
      ...listsFor(viewer),
    ];
  };

async function findChangedAccounts(
  { database: { kysely } }: Pick<Context, "database">,
  { after, upTo }: ChangeRange,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom("accounts")
    .select("user_id")
    .where("seq", ">", String(after))
    .where("seq", "<=", String(upTo))
    .limit(mostAccounts + 1)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
