import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import {
  inTransaction,
  readAppState,
  saveAppState,
} from "../platform/database";
import type { Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import { derivedBy, purchaseKind } from "./purchaseKind";
import { findDueRules, haveEnded, numberOf } from "./dueRules";
import { rewritePurchase } from "./purchases";

/** The key in `app_state` of the rules that all open purchases follow. */
const stateKey = "purchase due days";

/** The key in `app_state` of rules that were found and are not settled yet. */
const foundKey = "purchase due days found";

/** Purchases that one statement reads. */
const rowsAtOnce = 200;

/**
 * Makes the job that gives open purchases the due days of changed deadlines and holidays. Each
 * purchase is a transaction of its own, and a run that breaks off begins again later: purchases
 * that follow the rules already stay as they are.
 */
export const dueDaysJob = (
  context: Pick<Context, "schemas" | "recordKinds" | "database" | "clock">,
): Job => ({
  name: "purchase-due-days",
  everySeconds: 60,
  run: async (signal) => {
    const { database, clock } = context;
    const { kysely, longRunning } = database;
    const found = await inTransaction(database, async (trx) => {
      const { rules, fingerprint } = await findDueRules(trx);
      const isFollowed = (await readAppState(trx, stateKey)) === fingerprint;
      return isFollowed
        ? null
        : { rules, fingerprint, number: await numberOf(trx) };
    });
    if (!found || !(await haveSettled(kysely, found))) return 0;
    const { rules, fingerprint } = found;
    const derived = derivedBy(rules);
    let changed = 0;
    let last = "0";
    const failed: unknown[] = [];
    for (;;) {
      const open = await longRunning
        .selectFrom("records")
        .select(["id", "data"])
        .where("row_schema", "=", purchaseKind.row)
        .where(sql<boolean>`data ->> 'nextAction' is not null`)
        .where("id", ">", last)
        .orderBy("id")
        .limit(rowsAtOnce)
        .execute();
      for (const { id, data } of open) {
        if (signal.aborted) return changed;
        if (isDeepStrictEqual({ ...data, ...derived(data) }, data)) continue;
        const at = clock.now();
        // The purchases after one that fails get their days all the same.
        try {
          changed += await inTransaction(database, (trx) =>
            rewritePurchase(context, trx, { id, at }),
          );
        } catch (error) {
          failed.push(error);
        }
      }
      last = open.at(-1)?.id ?? last;
      if (open.length < rowsAtOnce) break;
    }
    if (failed.length > 0)
      throw new AggregateError(failed, "Some purchases keep former due days");
    await saveAppState(kysely, stateKey, fingerprint);
    return changed;
  },
});

/**
 * Returns whether no transaction uses other rules than these any more. The first run that finds
 * the rules notes its transaction, for which all later runs wait.
 */
async function haveSettled(
  kysely: Context["database"]["kysely"],
  { fingerprint, number }: { fingerprint: string; number: string },
): Promise<boolean> {
  const noted = (await readAppState(kysely, foundKey))?.split(" ");
  if (noted?.[0] === fingerprint && noted[1] !== undefined) {
    const isEnded = await haveEnded(kysely, noted[1]);
    if (isEnded !== null) return isEnded;
  }
  await saveAppState(kysely, foundKey, `${fingerprint} ${number}`);
  return (await haveEnded(kysely, number)) === true;
}
