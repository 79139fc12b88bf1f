import type { Transaction } from "kysely";
import { hasFlag, needsConfirmation, type Viewer } from "../../domain/access";
import {
  auctionTimeOf,
  refuseAmount,
  refuseBidding,
  bidTexts,
} from "../../domain/bidRules";
import { isExportType, isExportTypeRequired } from "../../domain/exportTypes";
import { bidStatuses } from "../../domain/bidStatus";
import { chatSideOf } from "../../domain/chat";
import { japanDay, toJapanIso } from "../../domain/japanTime";
import type { PlaceBidBody, PlaceBidReply } from "../../generated/schemas";
import { isLotListed, lockLot, type LotArea, type LotRow } from "../catalog";
import { findClientRights } from "../identity";
import { lockAccount, type Account } from "../payments";
import type { Tables } from "../platform/database/tables";
import { failure, fieldFailure, withTextsOf } from "../platform/errors";
import { writeOnce } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import type { Person, BidContext, BidPorts } from "./bidContext";
import { joinGroup } from "./bidGroups";
import {
  bidExists,
  countBidUse,
  findActiveBid,
  type BidUse,
} from "./presentBids";
import { addMessage } from "./chat/sendMessage";
import { noteChange } from "./mails/queueBidMail";
import { recordBid } from "./recordBid";

export type BidRequest = {
  client: Person;
  /** The manager who bids for the client; the client's limits apply. */
  manager?: Person;
  body: PlaceBidBody;
  /** The idempotency key: the same for all retries of one action. */
  key: string | null;
};
type DatedRequest = BidRequest & { now: Date; area: LotArea };

/** Returns the person who places the bid. */
const bidderOf = ({ client, manager }: BidRequest): Person => manager ?? client;

/**
 * Places a client's maximum bid, in yen, on an upcoming lot. One transaction
 * locks the client's account first, so that parallel bids cannot exceed a
 * limit, and then the lot, so that no import changes its result.
 *
 * @throws forbidden without an account; not_found for an unknown lot and for a
 * lot that no list shows to the bidder; auction_finished, bidding_closed,
 * restricted_user, bid_exists, bid_limit, uss_limit, insufficient_credit; 422
 * beside `amount`, `bidType`, `bidGroup`, `confirm`; key_reused.
 */
export async function placeBid(
  {
    database,
    workspace,
    schemas,
    clock,
    ports,
  }: BidContext & Pick<Context, "workspace">,
  request: BidRequest,
): Promise<PlaceBidReply> {
  const { client, body, key } = request;
  const { userId: clientId } = client.viewer;
  const { viewer } = bidderOf(request);
  const now = clock.now();
  const area = body.lotType ?? "auction";
  const once = {
    userId: viewer.userId,
    key,
    request: request.manager
      ? ["bid-from-manager", clientId, body]
      : ["place-bid", body],
    now,
  };
  return writeOnce(database, once, async (trx) => {
    const account = await lockAccount(trx, clientId);
    if (!account) throw failure("forbidden");
    const lot = { viewer, area, lotId: body.carId, now };
    if (!(await isLotListed(trx, { workspace, schemas }, lot)))
      throw failure("not_found");
    const dated = { ...request, now, area };
    return withTextsOf(bidTexts(area), () =>
      insertCheckedBid(trx, dated, { account, ports }),
    );
  });
}

async function insertCheckedBid(
  trx: Transaction<Tables>,
  request: DatedRequest,
  { account, ports }: { account: Account; ports: BidPorts },
): Promise<PlaceBidReply> {
  const { body, now, area } = request;
  const { viewer } = request.client;
  const bidder = bidderOf(request);
  // The bids of other clients on the lot do not depend on this one.
  const lot = await lockLot(trx, area, body.carId, "share");
  if (!lot) throw failure("not_found");
  const use = await countBidUse(trx, viewer.userId, japanDay(now));
  const existing = await findActiveBid(trx, viewer.userId, lot.id);
  // An administrator may have changed the client's rights since the viewer was read.
  const client = await findClientRights(trx, viewer.userId);
  assertBidAllowed({ request, lot, account, use, existing, client });
  assertTypeValid(request);
  if (area === "stock") assertPlainOrder(body);
  const { amount } = body;
  const groupId = nullIfNone(body.bidGroup);
  const placed = { amount, bid_status: bidStatuses.new };
  const bidId = await recordBid(trx, {
    lot,
    bid: {
      ...placed,
      user_id: viewer.userId,
      bid_group_id: groupId,
      ...(await joinGroup(trx, viewer.userId, groupId)),
      export_type_id: nullIfNone(body.bidType),
      placed_at: now,
      manager_id: request.manager?.viewer.userId ?? null,
      // A manager who bids for the client has confirmed the bid.
      needs_confirmation:
        !request.manager && needsConfirmation(client.viewer.userLevel),
    },
    log: [
      {
        ...placed,
        at: now,
        event: "placed",
        actor_id: bidder.viewer.userId,
        actor_name: bidder.fullName,
        actor_type: bidder.viewer.userType,
      },
    ],
    account,
    isCreditChecked: client.isCreditChecked,
    actor: { userId: bidder.viewer.userId, fullName: bidder.fullName },
    at: now,
    ports,
  });
  await noteChange(trx, { userId: viewer.userId, bidId, at: now });
  const text = body.comment?.trim();
  if (text)
    await addMessage(trx, {
      chat: { userId: viewer.userId, bidId },
      author: {
        side: chatSideOf(bidder.viewer, viewer.userId),
        id: bidder.viewer.userId,
        name: bidder.fullName,
      },
      text,
      at: now,
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

/** Returns null for -1 and for no value, which callers send for "none". */
export const nullIfNone = (value: number | null | undefined): number | null =>
  value === undefined || value === -1 ? null : value;

function assertBidAllowed(options: {
  request: DatedRequest;
  lot: LotRow;
  account: Account;
  use: BidUse;
  existing: { id: string; amount: number } | undefined;
  client: { viewer: Viewer; mayBid: boolean };
}): void {
  const { request, lot, account, use, existing, client } = options;
  const { viewer, mayBid } = client;
  const { amount, confirm } = request.body;
  const { isDailyUsed, isUssUsed } = usedLimits({ viewer, account, use });
  const refusal = refuseBidding({
    lot: {
      status: lot.status,
      auctionAt: auctionTimeOf(lot.area, lot.auction_at),
    },
    now: request.now,
    bidDeadlineCheck: hasFlag(viewer, "bidDeadlineCheck"),
    biddingAllowed: mayBid,
    // For a second bid on a lot, `bid_exists` is the more helpful error.
    isLimitReached: isDailyUsed && !existing,
  });
  if (refusal) throw failure(refusal);
  if (existing) throw bidExists(existing);
  if (lot.isUss && isUssUsed) throw failure("uss_limit");
  const amountRefusal = refuseAmount(amount, {
    startPrice: lot.start_price,
    isFixedPrice: lot.area === "stock",
  });
  if (amountRefusal) throw fieldFailure("amount", amountRefusal);
  if (confirm !== 1) throw fieldFailure("confirm", "confirmation_required");
}

/** Returns the used-up daily limits. A limit needs its flag to apply. */
export function usedLimits({
  viewer,
  account,
  use,
}: {
  viewer: Viewer;
  account: Pick<Account, "dailyBidLimit" | "dailyUssLimit">;
  use: BidUse;
}): { isDailyUsed: boolean; isUssUsed: boolean } {
  return {
    isDailyUsed:
      hasFlag(viewer, "dailyBidLimitCheck") &&
      use.bidsToday >= account.dailyBidLimit,
    isUssUsed:
      hasFlag(viewer, "ussLimitCheck") &&
      use.ussBidsToday >= account.dailyUssLimit,
  };
}

/** An order at a fixed price has no group and no export type. */
function assertPlainOrder(body: PlaceBidBody): void {
  for (const field of ["bidGroup", "bidType"] as const)
    if (nullIfNone(body[field]) !== null)
      throw fieldFailure(field, "invalid_choice");
}

function assertTypeValid(request: DatedRequest): void {
  const { body, area } = request;
  const { viewer } = bidderOf(request);
  const type = nullIfNone(body.bidType);
  if (type !== null && !isExportType(type))
    throw fieldFailure("bidType", "invalid_choice");
  if (type === null && isExportTypeRequired(viewer, area))
    throw fieldFailure("bidType", "required_field");
}
