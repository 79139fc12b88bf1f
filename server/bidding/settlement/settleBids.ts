import { bidStatuses } from "../../../domain/bidStatus";
import {
  settleBid as settlementOf,
  type Settlement,
} from "../../../domain/settlement";
import { startAuctions } from "../../catalog";
import { Failure } from "../../platform/errors";
import type { Job } from "../../platform/jobs";
import { findGroup } from "../bidGroups";
import type { BidContext } from "../bidPorts";
import { changeBid, type BidValues } from "../changeBid";
import { copyLotChangesToBids } from "../lotPorts";
import {
  findOpenBid,
  findOpenBids,
  findReleasedBids,
  type OpenBid,
} from "./openBids";

/**
 * Settles the bids that can be decided without a person and returns the number of
 * changed bids. Each bid is decided and changed in a transaction of its own, with
 * account, lot and bid locked. A second call changes nothing, so several servers
 * may settle at once, and a stopped call is continued by the next one. Bids are
 * settled in the order of their auctions, so that a later call has the same result
 * as one at the time of each auction.
 *
 * With `userId` it settles the bids of one client. If a bid cannot be settled, the
 * others are; the first error is thrown at the end.
 */
export async function settleBids(
  context: BidContext,
  { userId, signal }: { userId?: string; signal?: AbortSignal } = {},
): Promise<number> {
  const { background, kysely } = context.database;
  const db = userId === undefined ? background : kysely;
  const errors: unknown[] = [];
  let changed = 0;
  // A win may fill a group, whose other bids are due then.
  for (let hasWon = true; hasWon && !signal?.aborted;) {
    hasWon = false;
    const now = context.clock.now();
    const sweep = { now, userId };
    const open = await findOpenBids(db, sweep);
    for (const bid of [...open, ...(await findReleasedBids(db, sweep))]) {
      if (signal?.aborted) break;
      const group = bid.needsGroup ? await findGroup(db, bid) : null;
      const expected = settlementOf(bid, group, now);
      if (!isChange(bid, expected)) continue;
      try {
        await settleBid(context, bid.id);
        changed += 1;
        hasWon ||= expected?.status === bidStatuses.win;
      } catch (error) {
        if (!isRefusedReopening(bid, error)) errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw errors[0];
  return changed;
}

/**
 * Returns whether a released bid stays finished, because the client's credit no
 * longer covers it or the client has bid on the lot again.
 */
const isRefusedReopening = (bid: OpenBid, error: unknown): boolean =>
  bid.releasedFrom !== null && error instanceof Failure;

const isChange = (bid: OpenBid, settlement: Settlement | null): boolean =>
  settlement !== null &&
  (settlement.status !== undefined ||
    settlement.needsDecision !== bid.needsDecision);

/** Decides the bid again once it is locked, because it may have changed since. */
async function settleBid(context: BidContext, bidId: string): Promise<void> {
  await changeBid(context, {
    actor: "system",
    bidId,
    key: null,
    values: async (trx, locked): Promise<BidValues> => {
      const bid = await findOpenBid(trx, locked);
      const group = await findGroup(trx, bid);
      const settlement = settlementOf(bid, group, context.clock.now());
      if (!settlement) return {};
      const { status, needsDecision, releasedFrom = null } = settlement;
      return status === undefined
        ? { needsDecision }
        : { bidStatus: status, releasedFrom };
    },
  });
}

/**
 * Makes the job by which auctions run by themselves: lots become ongoing at
 * their time, and bids follow the results of their lots.
 */
export const settlementJob = (context: BidContext): Job => ({
  name: "settle-auctions",
  everySeconds: 15,
  run: async (signal) => {
    const { database, clock } = context;
    const ports = { lotsChanged: copyLotChangesToBids };
    const started = await startAuctions({ database, clock, ports }, signal);
    return started + (await settleBids(context, { signal }));
  },
});
