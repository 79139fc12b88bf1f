import type { Transaction } from "kysely";
import { auctionTimeOf } from "../../domain/bidRules";
import { bidStatuses, isActive } from "../../domain/bidStatus";
import { claimOf } from "../../domain/claim";
import { groupHold } from "../../domain/groupHold";
import { japanDay } from "../../domain/japanTime";
import {
  writeClaim,
  type Account,
  type Hold,
  type LedgerActor,
} from "../payments";
import type { Tables } from "../platform/database/tables";
import { findGroup } from "./bidGroups";
import type { BidPorts } from "./bidContext";

/** The round of a group to which a bid belongs; nulls without one. */
type BidRound = { bid_group_id: number | null; group_round: number | null };

/** The values of a bid that decide about money. Amounts are yen. */
type MoneyOfBid = BidRound & {
  id: string;
  user_id: string;
  lot_area: string;
  auction_at: Date | null;
  bid_status: number;
  amount: number;
  /** The price of the result at which a won car is booked. */
  won_price: number | null;
  /** The price that a manager recorded. */
  manager_sold_price: number | null;
};

/** The debt of a won car, in yen; null before its price is known. */
export type BookedPrice = { before: number | null; after: number | null };

/**
 * Brings holds, debt and purchase of a bid in line with its values. The caller
 * holds the locks of account and bid, has written the bid, and passes the account
 * as it was before. Returns the booked price if it changes while the bid stays won,
 * else null; calling it again changes nothing. Throws insufficient_credit for a bid that
 * claims more, and purchase_advanced without a reason to cancel a purchase in progress.
 */
export async function bookBidMoney(
  trx: Transaction<Tables>,
  request: {
    bid: MoneyOfBid;
    /** The bid before the change; null for a new bid. */
    before: (BidRound & { bid_status: number; amount: number }) | null;
    account: Account | null;
    isCreditChecked: boolean;
    actor: LedgerActor;
    /** A manager's reason, without which a purchase in progress keeps its win. */
    reason?: string | undefined;
    at: Date;
    ports: BidPorts;
  },
): Promise<BookedPrice | null> {
  const { bid, before, account, isCreditChecked, actor, at, ports } = request;
  const { reason } = request;
  const ofBid = { userId: bid.user_id, bidId: bid.id };
  const day = saleDay(bid, at);
  const { held, owed } = claimOf({
    status: bid.bid_status,
    amount: bid.amount,
    wonPrice: bid.won_price,
    managerSoldPrice: bid.manager_sold_price,
  });
  const rounds = [
    bid,
    ...(before && isOtherRound(bid, before) ? [before] : []),
  ];
  const former = await writeClaim(trx, {
    ...ofBid,
    owed,
    holds: [
      // A bid of a group holds nothing by itself.
      { subject: ofBid, amount: bid.bid_group_id === null ? held : 0 },
      ...(await holdsOfRounds(trx, bid.user_id, rounds, at)),
    ],
    day,
    ...{ account, actor, at },
    isCreditChecked: isCreditChecked && claimsMore(bid, before),
  });
  const wasWon = before?.bid_status === bidStatuses.win;
  const isWon = bid.bid_status === bidStatuses.win;
  if (isWon && !wasWon)
    await ports.purchases.create(trx, { ...ofBid, day, actor, at });
  if (wasWon && !isWon)
    await ports.purchases.cancel(trx, { ...ofBid, day, actor, at, reason });
  if (!wasWon || !isWon || !former || former.owed === owed) return null;
  return { before: former.owed || null, after: owed || null };
}

/**
 * Returns whether a change asks for more of the client's credit: a new or reopened bid, a
 * higher amount, another group. Other changes are never refused for the credit, although
 * the hold of a group may rise with them, by an auction that has begun since or by a win
 * that is taken back.
 */
const claimsMore = (
  bid: MoneyOfBid,
  before: (BidRound & { bid_status: number; amount: number }) | null,
): boolean =>
  before === null ||
  (isActive(bid.bid_status) && !isActive(before.bid_status)) ||
  bid.amount > before.amount ||
  isOtherRound(bid, before);

const isOtherRound = (bid: BidRound, before: BidRound): boolean =>
  bid.bid_group_id !== before.bid_group_id ||
  bid.group_round !== before.group_round;

/**
 * Returns what the rounds of a client's groups hold by all their bids. The caller holds the
 * lock of the account.
 */
export async function holdsOfRounds(
  trx: Transaction<Tables>,
  userId: string,
  rounds: readonly BidRound[],
  now: Date,
): Promise<Hold[]> {
  const holds: Hold[] = [];
  for (const { bid_group_id: groupId, group_round: groupRound } of rounds) {
    if (groupId === null || groupRound === null) continue;
    const group = await findGroup(trx, {
      user_id: userId,
      bid_group_id: groupId,
      group_round: groupRound,
    });
    if (group)
      holds.push({
        subject: { groupId, groupRound },
        amount: groupHold(group, now),
      });
  }
  return holds;
}

/** Returns the day in Japan on which a car is bought: never after the present day. */
function saleDay(bid: MoneyOfBid, now: Date): string {
  const auctionAt = auctionTimeOf(bid.lot_area, bid.auction_at);
  return japanDay(auctionAt !== null && auctionAt < now ? auctionAt : now);
}
