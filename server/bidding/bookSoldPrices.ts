import { sql } from "kysely";
import { bidStatuses } from "../../domain/bidStatus";
import { lockAccount } from "../payments";
import { findSettled } from "../platform/changes";
import {
  inTransaction,
  readAppState,
  saveAppState,
  type Database,
} from "../platform/database";
import { Failure } from "../platform/errors";
import type { Job } from "../platform/jobs";
import type { BidContext } from "./bidPorts";
import { changeBid } from "./changeBid";
import { lockBid } from "./bidQueries";
import { noteBookedPrice, bookBidMoney } from "./recordBid";

type WonBid = {
  user_id: string;
  id: string;
  seq: string;
  needs_decision: boolean;
};

const positionKey = "bids settled up to";
const chunkSize = 200;

/**
 * Makes the job that posts the prices of won lots which became known or changed
 * after the win. It reads the won bids that changed since its last run, and those
 * that wait for a manager because the client's credit did not cover their price.
 * Each is settled in a transaction of its own, and again without effect if a run
 * was interrupted or several servers run it.
 */
export const soldPriceJob = (context: BidContext): Job => ({
  name: "sold-prices",
  everySeconds: 30,
  run: async (signal) => {
    const { kysely } = context.database;
    const settled = await findSettled({ kysely });
    let after = BigInt((await readAppState(kysely, positionKey)) ?? 0);
    // A database that was restored from a backup has lower numbers.
    if (after > settled) after = 0n;
    let handled = 0;
    for (const bid of await findWaitingBids(kysely)) {
      if (signal.aborted) return handled;
      if (await settleWin(context, bid)) handled += 1;
    }
    for (;;) {
      const bids = await findWonBids(kysely, { after, upTo: settled });
      for (const bid of bids) {
        if (signal.aborted) return handled;
        if (await settleWin(context, bid)) handled += 1;
      }
      const last = bids.at(-1);
      const reached = last ? BigInt(last.seq) : settled;
      if (reached !== after)
        await saveAppState(kysely, positionKey, String(reached));
      after = reached;
      if (!last) return handled;
    }
  },
});

/**
 * Brings the money of a won bid in line with the present price, and returns
 * whether anything changed. If the client's credit does not cover the price, the
 * former claim stays and a manager has to decide.
 */
async function settleWin(context: BidContext, bid: WonBid): Promise<boolean> {
  const settled = await settlePrice(context, bid);
  const needsDecision = settled === "uncovered";
  if (needsDecision !== bid.needs_decision)
    await changeBid(context, {
      actor: "system",
      bidId: bid.id,
      key: null,
      values: (_trx, { bid_status }) =>
        Promise.resolve(
          bid_status === bidStatuses.win ? { needsDecision } : {},
        ),
    });
  return settled === true;
}

/**
 * Writes the claim of the present price and tells the client of it, unless the credit
 * does not cover the price.
 */
async function settlePrice(
  { database, clock, ports }: BidContext,
  { user_id: userId, id }: WonBid,
): Promise<boolean | "uncovered"> {
  try {
    return await inTransaction(database, async (trx) => {
      const account = await lockAccount(trx, userId);
      const bid = await lockBid(trx, userId, id);
      if (bid?.bid_status !== bidStatuses.win) return false;
      const at = clock.now();
      const booked = await bookBidMoney(trx, {
        bid,
        before: bid,
        account,
        isCreditChecked: bid.client.isCreditChecked,
        actor: "system",
        at,
        ports,
      });
      if (!booked) return false;
      await noteBookedPrice(trx, { bid, booked, at });
      return true;
    });
  } catch (error) {
    const isUncovered =
      error instanceof Failure && error.code === "insufficient_credit";
    if (!isUncovered) throw error;
    return "uncovered";
  }
}

type Reader = Database["kysely"];

const wonBids = (kysely: Reader) =>
  kysely
    .selectFrom("bids")
    .select(["user_id", "id", "seq", "needs_decision"])
    .where("bid_status", "=", bidStatuses.win);

const findWaitingBids = (kysely: Reader): Promise<WonBid[]> =>
  wonBids(kysely)
    .where(sql<boolean>`needs_decision`)
    .orderBy("id")
    .execute();

const findWonBids = (
  kysely: Reader,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<WonBid[]> =>
  wonBids(kysely)
    .where("seq", ">", String(after))
    .where("seq", "<=", String(upTo))
    .orderBy("seq")
    .limit(chunkSize)
    .execute();
