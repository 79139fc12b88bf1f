import { bidStatuses } from "../../domain/bidStatus";
import { lockAccount } from "../payments";
import { trackSettledPosition } from "../platform/changes";
import { inTransaction, type Database } from "../platform/database";
import { Failure } from "../platform/errors";
import type { Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import type { BidContext } from "./bidPorts";
import { lockBid } from "./bidQueries";
import { settleBidMoney } from "./settleBidMoney";

type SettleContext = BidContext & Pick<Context, "log">;
type WonBid = { user_id: string; id: string; seq: string };

const positionKey = "bids settled up to";
const chunkSize = 200;

/**
 * Makes the job that posts the prices of won lots which became known or changed
 * after the win. It reads the won bids that changed since its last run; each is
 * settled in a transaction of its own, and again without effect if a run was
 * interrupted or several servers run it.
 */
export const soldPriceJob = (context: SettleContext): Job => ({
  name: "sold-prices",
  everySeconds: 30,
  run: async (signal) => {
    const { kysely } = context.database;
    const { settled } = await trackSettledPosition({ kysely })();
    let after = await readPosition(kysely);
    // A database that was restored from a backup has lower numbers.
    if (after > settled) after = 0n;
    let handled = 0;
    for (;;) {
      const bids = await findWonBids(kysely, { after, upTo: settled });
      for (const bid of bids) {
        if (signal.aborted) return handled;
        if (await settleWin(context, bid)) handled += 1;
      }
      const last = bids.at(-1);
      const reached = last ? BigInt(last.seq) : settled;
      if (reached !== after) await savePosition(kysely, reached);
      after = reached;
      if (!last) return handled;
    }
  },
});

/**
 * Brings the money of a won bid in line with the present price, and returns
 * whether anything changed. A price that the client's credit does not cover
 * stays open for a manager.
 */
async function settleWin(
  { database, clock, ports, log }: SettleContext,
  { user_id: userId, id }: WonBid,
): Promise<boolean> {
  try {
    return await inTransaction(database, async (trx) => {
      const account = await lockAccount(trx, userId);
      const bid = await lockBid(trx, userId, id);
      if (bid?.bid_status !== bidStatuses.win) return false;
      return settleBidMoney(trx, {
        bid,
        before: bid,
        account,
        isCreditChecked: bid.permissions.creditLimitCheck === true,
        actor: "system",
        at: clock.now(),
        ports,
      });
    });
  } catch (error) {
    const isUncovered =
      error instanceof Failure && error.code === "insufficient_credit";
    if (!isUncovered) throw error;
    log.warn({ bid: id }, "the credit does not cover the price of a won lot");
    return false;
  }
}

type Reader = Database["kysely"];

const findWonBids = (
  kysely: Reader,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<WonBid[]> =>
  kysely
    .selectFrom("bids")
    .select(["user_id", "id", "seq"])
    .where("seq", ">", String(after))
    .where("seq", "<=", String(upTo))
    .where("bid_status", "=", bidStatuses.win)
    .orderBy("seq")
    .limit(chunkSize)
    .execute();

async function readPosition(kysely: Reader): Promise<bigint> {
  const row = await kysely
    .selectFrom("app_state")
    .select("value")
    .where("key", "=", positionKey)
    .executeTakeFirst();
  return BigInt(row?.value ?? 0);
}

async function savePosition(kysely: Reader, position: bigint): Promise<void> {
  const value = String(position);
  await kysely
    .insertInto("app_state")
    .values({ key: positionKey, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
