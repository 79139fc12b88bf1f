import type { Transaction } from "kysely";
import { hasFlag, isAllowed, type Viewer } from "../../domain/access";
import { isCovered, refuseAmount, refuseBidding } from "../../domain/bidRules";
import { bidStatuses } from "../../domain/bidStatus";
import { isExportType } from "../../domain/exportTypes";
import { japanDay, toJapanIso } from "../../domain/japanTime";
import type { PlaceBidBody, PlaceBidReply } from "../../generated/schemas";
import { lockLot, type LotArea, type LotRow } from "../catalog";
import { lockAccount, type Account } from "../payments";
import { inTransaction } from "../platform/database";
import type { Tables } from "../platform/database/tables";
import { failure, fieldFailure } from "../platform/errors";
import type { Context } from "../workspace/context";
import { usedLimits } from "./bidLimits";
import {
  countBidUse,
  findActiveBid,
  hasBidGroup,
  type BidUse,
} from "./bidQueries";
import { once } from "./idempotency";
import { recordBid } from "./recordBid";

type Client = { viewer: Viewer; fullName: string };
type Request = {
  client: Client;
  body: PlaceBidBody;
  /** The same for all retries of one action of the client. */
  key: string | null;
};
type Placing = Request & { now: Date; area: LotArea };

/**
 * Places a client's maximum bid, in yen, on a coming lot. One transaction that
 * locks the client's account first, so that of parallel bids none passes a
 * limit, and then the lot, so that no result slips between.
 *
 * @throws forbidden without an account; not_found for an unknown lot and one
 * that no list shows to the client; auction_finished, bidding_closed,
 * restricted_user, bid_exists, bid_limit, uss_limit, insufficient_credit; 422
 * beside `amount`, `bidType`, `bidGroup`, `confirm`; key_reused.
 */
export async function placeBid(
  { database, workspace, clock }: Context,
  request: Request,
): Promise<PlaceBidReply> {
  const { client, body, key } = request;
  const { viewer } = client;
  const now = clock.now();
  const area = body.lotType ?? "auction";
  const isShown = workspace
    .resources()
    .some((one) => one.pageType === area && isAllowed(one.access, viewer));
  return inTransaction(database, async (trx) => {
    const account = await lockAccount(trx, viewer.userId);
    if (!account) throw failure("forbidden");
    if (!isShown) throw failure("not_found");
    return once(
      trx,
      { userId: viewer.userId, key, request: ["place-bid", body], now },
      () => place(trx, { ...request, now, area }, account),
    );
  });
}

async function place(
  trx: Transaction<Tables>,
  placing: Placing,
  account: Account,
): Promise<PlaceBidReply> {
  const { body, now, area } = placing;
  const { viewer, fullName } = placing.client;
  const lot = await lockLot(trx, area, body.carId);
  if (!lot) throw failure("not_found");
  const use = await countBidUse(trx, viewer.userId, japanDay(now));
  const existing = await findActiveBid(trx, viewer.userId, lot.id);
  refuse({ placing, lot, account, use, existing });
  await checkChoices(trx, placing);
  const { amount } = body;
  const placed = { amount, bid_status: bidStatuses.new };
  const bidId = await recordBid(trx, {
    lot,
    bid: {
      ...placed,
      user_id: viewer.userId,
      bid_group_id: chosen(body.bidGroup),
      export_type_id: chosen(body.bidType),
      comment: body.comment?.trim() || null,
      placed_at: now,
    },
    log: [
      {
        ...placed,
        at: now,
        event: "placed",
        actor_id: viewer.userId,
        actor_name: fullName,
        actor_type: viewer.userType,
      },
    ],
  });
  return {
    success: true,
    result: {
      bidAmount: amount,
      bidDate: toJapanIso(now),
      bidId,
      bidStatus: bidStatuses.new,
      balance: account.balance,
    },
  };
}

/** Nothing chosen is -1 or left out. */
const chosen = (value: number | undefined): number | null =>
  value === undefined || value === -1 ? null : value;

function refuse(options: {
  placing: Placing;
  lot: LotRow;
  account: Account;
  use: BidUse;
  existing: { id: string; amount: number } | undefined;
}): void {
  const { placing, lot, account, use, existing } = options;
  const { viewer } = placing.client;
  const { amount, confirm } = placing.body;
  const { isDailyUsed, isUssUsed } = usedLimits({ viewer, account, use });
  const refusal = refuseBidding({
    lot: { status: lot.status, auctionAt: lot.auction_at },
    now: placing.now,
    bidDeadlineCheck: hasFlag(viewer, "bidDeadlineCheck"),
    biddingAllowed: hasFlag(viewer, "biddingAllowed"),
    // A second bid on a lot is refused as that, whatever limit it meets.
    isLimitReached: isDailyUsed && !existing,
  });
  if (refusal) throw failure(refusal);
  if (existing)
    throw failure("bid_exists", {
      current: { bidId: existing.id, bidAmount: existing.amount },
    });
  if (lot.isUss && isUssUsed) throw failure("uss_limit");
  const wrongAmount = refuseAmount(amount, {
    startPrice: lot.start_price,
    isFixedPrice: lot.area === "stock",
  });
  if (wrongAmount) throw fieldFailure("amount", wrongAmount);
  const isChecked = hasFlag(viewer, "creditLimitCheck");
  if (isChecked && !isCovered(amount, { ...account, ...use }))
    throw failure("insufficient_credit");
  if (confirm !== 1) throw fieldFailure("confirm", "confirmation_required");
}

async function checkChoices(
  trx: Transaction<Tables>,
  { body, area, client: { viewer } }: Placing,
): Promise<void> {
  const group = chosen(body.bidGroup);
  if (group !== null && !(await hasBidGroup(trx, group)))
    throw fieldFailure("bidGroup", "invalid_choice");
  const type = chosen(body.bidType);
  if (type !== null && !isExportType(type))
    throw fieldFailure("bidType", "invalid_choice");
  const isTypeRequired =
    area !== "stock" &&
    hasFlag(viewer, "exportTypeShow") &&
    !hasFlag(viewer, "exportTypeOptional");
  if (type === null && isTypeRequired)
    throw fieldFailure("bidType", "required_field");
}
