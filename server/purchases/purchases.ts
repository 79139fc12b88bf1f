import type { Transaction } from "kysely";
import type { BidPorts } from "../bidding";
import type { Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";

/** The status "Purchase cancelled" of a purchase. */
const cancelled = 7;

type BidKey = { userId: string; bidId: string };

/**
 * Creates the purchase of a won bid. A cancelled purchase of the same bid is
 * opened again as a new one; any other stays as it is. The caller holds the lock
 * of the bid.
 */
async function createPurchase(
  trx: Transaction<Tables>,
  { userId, bidId, at }: BidKey & { at: Date },
): Promise<void> {
  const opened = { status: null, purchased_at: at };
  await trx
    .insertInto("purchases")
    .values({ user_id: userId, bid_id: bidId, ...opened })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "bid_id"])
        .doUpdateSet(opened)
        .where("purchases.status", "=", cancelled),
    )
    .execute();
}

/**
 * Marks the purchase of a bid that is not won any more as cancelled. A purchase in
 * progress, from domestic transport on, is taken back only with a reason. The caller holds
 * the lock of the bid.
 *
 * @throws purchase_advanced
 */
async function cancelPurchase(
  trx: Transaction<Tables>,
  { userId, bidId, reason }: BidKey & { reason?: string | undefined },
): Promise<void> {
  if (reason === undefined) {
    const advanced = await trx
      .selectFrom("purchases")
      .select("id")
      .where("user_id", "=", userId)
      .where("bid_id", "=", bidId)
      // Null, before the first status, is not unequal.
      .where("status", "<>", cancelled)
      .forUpdate()
      .executeTakeFirst();
    if (advanced) throw failure("purchase_advanced");
  }
  await trx
    .updateTable("purchases")
    .set({ status: cancelled })
    .where("user_id", "=", userId)
    .where("bid_id", "=", bidId)
    .execute();
}

/** The reactions of purchases to changed bids. */
export const bidPorts: BidPorts = {
  purchases: { create: createPurchase, cancel: cancelPurchase },
};
