import type { Transaction } from "kysely";
import { hasFlag, type Viewer } from "../../domain/access";
import { isCovered, refuseAmount, refuseBidding } from "../../domain/bidRules";
import { bidStatuses } from "../../domain/bidStatus";
import { isExportType } from "../../domain/exportTypes";
import { japanDay, toJapanIso } from "../../domain/japanTime";
import type { PlaceBidBody, PlaceBidReply } from "../../generated/schemas";
import { lockLot, type LotRow } from "../catalog";
import { lockAccount, type Account } from "../payments";
import { inTransaction, type Database } from "../platform/database";
import type { Tables } from "../platform/database/tables";
import { failure, fieldFailure } from "../platform/errors";
import { usedLimits } from "./bidLimits";
import {
  countBidUse,
  findActiveBid,
  insertBid,
  insertLogEntry,
  type BidUse,
} from "./bidQueries";
import { copiedFields } from "./copiedFields";
import { once } from "./idempotency";

type Client = { viewer: Viewer; fullName: string };
type Request = {
  client: Client;
  body: PlaceBidBody;
  /** The same for all retries of one action of the client. */
  key: string | null;
  now: Date;
};

/**
 * Places a client's maximum bid, in yen, on a coming lot. One transaction that
 * locks the client's account first, so that of parallel bids none passes a
 * limit, and then the lot, so that no result slips between.
 *
 * @throws forbidden without an account; not_found for an unknown lot;
 * auction_finished, bidding_closed, restricted_user, bid_limit, uss_limit,
 * insufficient_credit, bid_exists; 422 beside `amount`, `bidGroup`, `bidType`,
 * `confirm`; key_reused.
 */
export async function placeBid(
  database: Database,
  request: Request,
): Promise<PlaceBidReply> {
  const { viewer } = request.client;
  return inTransaction(database, async (trx) => {
    const account = await lockAccount(trx, viewer.userId);
    if (!account) throw failure("forbidden");
    return once(
      trx,
      {
        userId: viewer.userId,
        key: request.key,
        request: request.body,
        now: request.now,
      },
      () => place(trx, request, account),
    );
  });
}

async function place(
  trx: Transaction<Tables>,
  request: Request,
  account: Account,
): Promise<PlaceBidReply> {
  const { body, now } = request;
  const { viewer } = request.client;
  const lot = await lockLot(trx, body.lotType ?? "auction", body.carId);
  if (!lot) throw failure("not_found");
  const use = await countBidUse(trx, viewer.userId, japanDay(now));
  refuse({ request, lot, account, use });
  await checkChoices(trx, viewer, body);
  const existing = await findActiveBid(trx, viewer.userId, lot.id);
  if (existing)
    throw failure("bid_exists", {
      current: { bidId: existing.id, bidAmount: existing.amount },
    });
  const bid = await insertBid(trx, {
    ...copiedFields(lot),
    user_id: viewer.userId,
    amount: body.amount,
    bid_status: bidStatuses.new,
    bid_group_id: chosen(body.bidGroup),
    export_type_id: chosen(body.bidType),
    comment: body.comment?.trim() || null,
    placed_at: now,
    placed_day: japanDay(now),
  });
  await insertLogEntry(trx, {
    user_id: viewer.userId,
    bid_id: bid.id,
    at: now,
    actor_id: viewer.userId,
    actor_name: request.client.fullName,
    actor_type: viewer.userType,
    event: "placed",
    amount: bid.amount,
    bid_status: bid.bid_status,
  });
  return {
    success: true,
    result: {
      bidAmount: bid.amount,
      bidDate: toJapanIso(bid.placed_at),
      bidId: bid.id,
      bidStatus: bidStatuses.new,
      balance: account.balance,
    },
  };
}

/** Nothing chosen is -1 or left out. */
const chosen = (value: number | undefined): number | null =>
  value === undefined || value === -1 ? null : value;

function refuse(options: {
  request: Request;
  lot: LotRow;
  account: Account;
  use: BidUse;
}): void {
  const { request, lot, account, use } = options;
  const { viewer } = request.client;
  const { amount } = request.body;
  const { isDailyUsed, isUssUsed } = usedLimits({ viewer, account, use });
  const refusal = refuseBidding({
    lot: { status: lot.status, auctionAt: lot.auction_at },
    now: request.now,
    bidDeadlineCheck: hasFlag(viewer, "bidDeadlineCheck"),
    biddingAllowed: hasFlag(viewer, "biddingAllowed"),
    isLimitReached: isDailyUsed,
  });
  if (refusal) throw failure(refusal);
  if (lot.isUss && isUssUsed) throw failure("uss_limit");
  const wrongAmount = refuseAmount(amount, {
    startPrice: lot.start_price,
    isFixedPrice: lot.area === "stock",
  });
  if (wrongAmount) throw fieldFailure("amount", wrongAmount);
  const isChecked = hasFlag(viewer, "creditLimitCheck");
  if (isChecked && !isCovered(amount, { ...account, ...use }))
    throw failure("insufficient_credit");
  if (request.body.confirm !== 1)
    throw fieldFailure("confirm", "confirmation_required");
}

async function checkChoices(
  trx: Transaction<Tables>,
  viewer: Viewer,
  body: PlaceBidBody,
): Promise<void> {
  const group = chosen(body.bidGroup);
  if (group !== null) {
    const known = await trx
      .selectFrom("bid_groups")
      .select("id")
      .where("id", "=", group)
      .executeTakeFirst();
    if (!known) throw fieldFailure("bidGroup", "invalid_choice");
  }
  const type = chosen(body.bidType);
  if (type !== null && !isExportType(type))
    throw fieldFailure("bidType", "invalid_choice");
  const isTypeRequired =
    hasFlag(viewer, "exportTypeShow") && !hasFlag(viewer, "exportTypeOptional");
  if (type === null && isTypeRequired)
    throw fieldFailure("bidType", "required_field");
}
