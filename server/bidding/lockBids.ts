import type { Transaction } from "kysely";
import { lockLot, type LotArea } from "../catalog";
import { lockAccount, type Account } from "../payments";
import type { Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import { findBidOwner, lockBid, type BidRow } from "./bidQueries";
import { mayRead } from "./bidSource";
import type { Actor } from "./bidContext";

/** A bid with its client's account, both locked, and its lot. */
export type LockedBid = { bid: BidRow; account: Account | null };

/**
 * Locks bids on one lot, in the order of the ids: first the accounts of their clients, by
 * ascending id, then the lot, then the bids. Throws not_found for a bid that is unknown
 * or that the person may not read.
 */
export async function lockBids(
  trx: Transaction<Tables>,
  bidIds: readonly string[],
  actor: Actor,
): Promise<LockedBid[]> {
  const owners = [];
  for (const bidId of bidIds) {
    const owner = await findBidOwner(trx, bidId);
    if (!owner || (actor !== "system" && !mayRead(actor.viewer, owner)))
      throw failure("not_found");
    owners.push({ bidId, ...owner });
  }
  const accounts = new Map<string, Account | null>();
  const userIds = new Set(owners.map(({ user_id }) => user_id));
  for (const userId of [...userIds].toSorted((a, b) => Number(a) - Number(b)))
    accounts.set(userId, await lockAccount(trx, userId));
  const locked: LockedBid[] = [];
  for (const owner of owners) {
    await lockLotOf(trx, owner.bidId, owner);
    const bid = await lockBid(trx, owner.user_id, owner.bidId);
    if (!bid) throw failure("not_found");
    locked.push({ bid, account: accounts.get(owner.user_id) ?? null });
  }
  return locked;
}

/**
 * Locks the lot of a bid. A lot that moved to another area since the bid was read is
 * locked there.
 */
async function lockLotOf(
  trx: Transaction<Tables>,
  bidId: string,
  read: { lot_area: string; lot_id: string },
): Promise<void> {
  if (await lockLot(trx, read.lot_area as LotArea, read.lot_id)) return;
  const present = await findBidOwner(trx, bidId);
  if (present && present.lot_area !== read.lot_area)
    await lockLotOf(trx, bidId, present);
}
