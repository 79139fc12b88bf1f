import { sql } from "kysely";
import { userLevels } from "../../../domain/access";
import { activeBidStatuses, bidStatuses } from "../../../domain/bidStatus";
import { finishedStatuses, lotStatuses } from "../../../domain/lotStatus";
import {
  type BidToSettle,
  type DecisionReason,
  overdueBefore,
  settleBid as settlementOf,
  type Settlement,
} from "../../../domain/settlement";
import { startAuctions } from "../../catalog";
import type { Reader } from "../../platform/database";
import { Failure } from "../../platform/errors";
import type { Job } from "../../platform/jobs";
import { findGroup } from "../bidGroups";
import type { BidContext } from "../bidContext";
import type { BidValues } from "../bidValues";
import { changeBid } from "../changeBid";
import { copyLotChangesToBids } from "../lotPorts";
import { forEachClient } from "./forEachClient";
import { reviewGroupHolds } from "./reviewGroupHolds";

/**
 * Settles the bids that can be decided without a person and returns the number of
 * changed bids. Each bid is decided and changed in a transaction of its own, with
 * account, lot and bid locked. A second call changes nothing, so several servers
 * may settle at once, and a stopped call is continued by the next one. Bids of a client are
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
    const due = [
      ...(await findOpenBids(db, sweep)),
      ...(await findBidsWithNewResults(db, sweep)),
      ...(await findReleasedBids(db, sweep)),
    ];
    const settle = async (bid: DueBid): Promise<void> => {
      try {
        const group = bid.needsGroup ? await findGroup(db, bid) : null;
        const expected = settlementOf(bid, group, now);
        if (!isChange(bid, expected)) return;
        await settleBid(context, bid.id);
        changed += 1;
        hasWon ||= expected?.status === bidStatuses.win;
      } catch (error) {
        if (!isRefusedReopening(bid, error)) errors.push(error);
      }
    };
    await forEachClient(
      context.database,
      bidsByClient(due).values(),
      async (bids) => {
        for (const bid of bids) if (!signal?.aborted) await settle(bid);
      },
      signal,
    );
  }
  if (errors.length > 0) throw errors[0];
  return changed;
}

/** Returns the bids of each client in their order. */
function bidsByClient(due: readonly DueBid[]): Map<string, DueBid[]> {
  const clients = new Map<string, DueBid[]>();
  for (const bid of due) {
    const bids = clients.get(bid.user_id);
    if (bids) bids.push(bid);
    else clients.set(bid.user_id, [bid]);
  }
  return clients;
}

/**
 * Returns whether a released bid stays finished, because the client's credit no
 * longer covers it or the client has bid on the lot again.
 */
const isRefusedReopening = (bid: DueBid, error: unknown): boolean =>
  bid.releasedFrom !== null &&
  error instanceof Failure &&
  (error.code === "insufficient_credit" || error.code === "bid_exists");

const isChange = (bid: DueBid, settlement: Settlement | null): boolean =>
  settlement !== null &&
  (bid.hasNewResult ||
    settlement.status !== undefined ||
    settlement.decision !== bid.decision);

/** Decides the bid again once it is locked, because it may have changed since. */
async function settleBid(context: BidContext, bidId: string): Promise<void> {
  await changeBid(context, {
    actor: "system",
    bidId,
    key: null,
    values: async (trx, locked): Promise<BidValues> => {
      const bid = await findDueBid(trx, locked);
      const group = await findGroup(trx, bid);
      const settlement = settlementOf(bid, group, context.clock.now());
      if (!settlement) return {};
      const { status, decision, wonPrice, releasedFrom = null } = settlement;
      return {
        decisionReason: decision,
        decidedRevision: locked.result_revision,
        ...(wonPrice !== undefined && { wonPrice }),
        ...(status !== undefined && { bidStatus: status, releasedFrom }),
      };
    },
  });
}

/**
 * Makes the job by which auctions run by themselves: lots become ongoing at
 * their time, and bids follow the results of their lots. A step that fails does not keep
 * the next ones from their work; the first error is thrown at the end.
 */
export const settlementJob = (context: BidContext): Job => ({
  name: "settle-auctions",
  everySeconds: 15,
  run: async (signal) => {
    const { database, clock } = context;
    const ports = { lotsChanged: copyLotChangesToBids };
    const steps = [
      () => startAuctions({ database, clock, ports }, signal),
      () => reviewGroupHolds(context, signal),
      () => settleBids(context, { signal }),
    ];
    const errors: unknown[] = [];
    let handled = 0;
    for (const step of steps)
      try {
        handled += await step();
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
    return handled;
  },
});

/** The time of a settlement, and the client whose bids it settles if not all. */
export type Sweep = { now: Date; userId?: string | undefined };

/** A bid to settle, with the columns that identify its group. */
export type DueBid = BidToSettle & {
  /** Whether the bids of its group decide about it now. */
  needsGroup: boolean;
  user_id: string;
  bid_group_id: number | null;
  group_round: number | null;
  decision: DecisionReason | null;
};

const ofClient = (userId: string | undefined) =>
  userId === undefined ? sql`` : sql`and user_id = ${userId}`;

/**
 * Whether all cars of a bid's group are bought. The full rounds are read once for all bids,
 * or only the full rounds of one client.
 */
const isGroupFull = (userId: string | undefined) =>
  sql<boolean>`(bid_group_id is not null
    and (user_id, bid_group_id, group_round) in (
      select user_id, bid_group_id, group_round
      from bids join bid_groups on bid_groups.id = bid_group_id
      where bid_status = ${bidStatuses.win} and bid_group_id is not null
        ${ofClient(userId)}
      group by user_id, bid_group_id, group_round, bid_groups.cars
      having bid_groups.cars between 1 and count(*)))`;

const hasOtherWinner = sql<boolean>`exists (
  select from bids as winner
  where winner.lot_id = bids.lot_id and winner.offering = bids.offering
    and winner.bid_status = ${bidStatuses.win} and winner.id <> bids.id)`;

/** Whether the client's bids need a confirmation by now. */
const needsConfirmationNow = sql<boolean>`exists (
  select from users where users.id = bids.user_id
    and users.user_level = ${userLevels.troublesome})`;

const isNewer = sql<boolean>`result_revision > decided_revision`;

const bidsToSettle = (db: Reader, userId: string | undefined) =>
  db
    .selectFrom("bids")
    .select(["id", "user_id", "bid_group_id", "group_round"])
    .select(["amount", "bid_status as status", "lot_status as lotStatus"])
    .select(["auction_at as auctionAt", "placed_at as placedAt"])
    .select(["group_rank as rank", "decision_reason as decision"])
    .select(["sold_price as soldPrice", "won_price as wonPrice"])
    .select("manager_sold_price as managerSoldPrice")
    .select("released_from as releasedFrom")
    .select(sql<boolean>`lot_area = 'stock'`.as("isOrder"))
    .select(sql<string | null>`extra->>'winningBid'`.as("winningBid"))
    .select(hasOtherWinner.as("hasOtherWinner"))
    .select(
      sql<boolean>`needs_confirmation and bid_status = ${bidStatuses.new}
        and ${needsConfirmationNow}`.as("isUnconfirmed"),
    )
    .select(isNewer.as("hasNewResult"))
    .select(
      sql<boolean>`released_from is not null or ${isGroupFull(userId)}`.as(
        "needsGroup",
      ),
    )
    .$if(userId !== undefined, (query) =>
      query.where("user_id", "=", userId ?? null),
    );

/** The order in which the cars of a group are bought. */
const inGroupOrder = sql`auction_at nulls last, group_rank nulls last, placed_at, id`;

/** Returns a bid with the result of its lot. */
const findDueBid = (
  db: Reader,
  { user_id, id }: { user_id: string; id: string },
): Promise<DueBid> =>
  bidsToSettle(db, user_id).where("id", "=", id).executeTakeFirstOrThrow();

/**
 * Returns the active bids that may have to be settled, in the order in which the
 * cars of a group are bought: bids on lots with a result, or with one that was withdrawn,
 * bids that became overdue or are no longer overdue, and bids of groups whose cars are
 * all bought.
 */
export function findOpenBids(
  db: Reader,
  { now, userId }: Sweep,
): Promise<DueBid[]> {
  const overdue = overdueBefore(now);
  const open = sql`select id from bids
    where bid_status in (${sql.join(activeBidStatuses)})
      ${ofClient(userId)}`;
  // Each part has an index, so that a sweep does not read all open bids.
  const due = sql`
    ${open} and (${isNewer} or lot_status in (${sql.join(finishedStatuses)}))
    union all ${open} and not needs_decision and auction_at < ${overdue}
    union all ${open} and needs_decision and coalesce(auction_at >= ${overdue}, true)
    union all ${open} and ${isGroupFull(userId)}`;
  return bidsToSettle(db, userId)
    .where(sql<boolean>`id = any(array(${due}))`)
    .where("lot_area", "<>", "stock")
    .orderBy(inGroupOrder)
    .execute();
}

/**
 * Returns the bids that are won, named by the result or asked about, if their result is
 * newer than the last decision about them.
 */
export function findBidsWithNewResults(
  db: Reader,
  { userId }: Sweep,
): Promise<DueBid[]> {
  return bidsToSettle(db, userId)
    .where(isNewer)
    .where("bid_status", "not in", activeBidStatuses)
    .where("lot_area", "<>", "stock")
    .where(
      sql<boolean>`(bid_status = ${bidStatuses.win}
        or decision_reason is not null or extra->>'winningBid' = id::text)`,
    )
    .orderBy("id")
    .execute();
}

/**
 * Returns the bids that their group has released although it is no longer full, in
 * the order in which its cars are bought, if their auctions are still to come.
 */
export function findReleasedBids(
  db: Reader,
  { now, userId }: Sweep,
): Promise<DueBid[]> {
  return bidsToSettle(db, userId)
    .where("released_from", "is not", null)
    .where("bid_status", "=", bidStatuses.finished)
    .where("lot_status", "=", lotStatuses.upcoming)
    .where(sql<boolean>`coalesce(auction_at > ${now}, true)`)
    .where(sql<boolean>`not ${isGroupFull(userId)}`)
    .orderBy(inGroupOrder)
    .execute();
}
