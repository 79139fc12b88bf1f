import type { ChangeRange } from "../platform/changes";
import type { LiveTopic } from "../platform/live";
import type { Context } from "../workspace/context";
import { changedLists } from "../workspace/lists";
import { clientSource, userSource } from "./userAccounts";

/** Above this number of changed accounts browsers reload their lists. */
const mostAccounts = 1_000;

/**
 * Makes the live news of accounts: the client learns that the own balance or limits
 * changed, and viewers of lists of users and clients learn which rows changed.
 */
export const accountNews = (
  context: Pick<Context, "database" | "workspace" | "schemas" | "clock">,
): LiveTopic => ({
  reads: { accounts: [{ table: "accounts" }] },
  read: async (range) => {
    const ids = await findChangedAccounts(context, range);
    if (ids.length > mostAccounts) return null;
    const ofLists = await changedLists(context, [
      { source: clientSource, ids },
      { source: userSource, ids },
    ]);
    const own = () => [{ name: "account" as const, data: {} }];
    return { ...ofLists, byUser: new Map(ids.map((id) => [id, own])) };
  },
});

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
