import type { Transaction } from "kysely";
import { hasFlag, type Viewer } from "../../domain/access";
import { auctionTimeOf, refuseAmount } from "../../domain/bidRules";
import { isExportType, isExportTypeRequired } from "../../domain/exportTypes";
import { maySetBidField } from "../../domain/bidRights";
import { bidStatuses, isActive } from "../../domain/bidStatus";
import {
  bidActorOf,
  refuseEdit,
  refuseStatus,
  type BidActor,
} from "../../domain/bidTransitions";
import { isFinished } from "../../domain/lotStatus";
import type { Tables } from "../platform/database/tables";
import { failure, fieldFailure } from "../platform/errors";
import { findLastStatusChange, type BidRow } from "./bidQueries";
import type { BidField, BidValues } from "./bidValues";
import type { BidChange } from "./bidContext";
import { isSoldPriceDoubtful } from "./doubtfulPrices";
import { bidExists, findActiveBid, findWinner } from "./presentBids";

/**
 * Refuses a change that the rules of bidding do not allow. The program obeys the rules of
 * statuses only.
 *
 * @throws as `changeBid`.
 */
export async function assertChangeAllowed(
  trx: Transaction<Tables>,
  options: {
    change: BidChange & { values: BidValues };
    bid: BidRow;
    changed: readonly BidField[];
    now: Date;
  },
): Promise<void> {
  const { change, bid, changed, now } = options;
  const { values, isConfirmed = false, isUndo = false } = change;
  const person = change.actor === "system" ? null : change.actor;
  const { bidStatus, bidAmount, exportType } = values;
  const auctionAt = auctionTimeOf(bid.lot_area, bid.auction_at);
  const lot = { status: bid.lot_status, auctionAt };
  const actor: BidActor = person ? bidActorOf(person.viewer) : "system";
  const state = { actor, from: bid.bid_status, lot, now };
  if (person) {
    assertFieldsAllowed(person.viewer, { bid, changed, values });
    const isEdit = changed.some((field) => field !== "bidStatus");
    const refusal = isEdit ? refuseEdit(state) : null;
    if (refusal) throw failure(refusal);
  }
  if (bidStatus !== undefined && changed.includes("bidStatus")) {
    const last = isUndo ? await findLastStatusChange(trx, bid) : null;
    const refusal = refuseStatus({
      ...state,
      to: bidStatus,
      isConfirmed,
      ...(isUndo && person
        ? { undo: { actorId: person.viewer.userId, last } }
        : {}),
    });
    if (refusal) throw failure(refusal);
  }
  const recordsPrice =
    changed.includes("soldPrice") && values.soldPrice !== null;
  if (bid.lot_area === "stock" && person && recordsPrice)
    throw fieldFailure("soldPrice", "not_the_price");
  if (person && !isConfirmed && !isUndo && isSoldPriceDoubtful(bid, options))
    throw failure("confirmation_required");
  if (bidAmount !== undefined && changed.includes("bidAmount")) {
    if (isFinished(bid.lot_status)) throw failure("auction_finished");
    const refusal = refuseAmount(bidAmount, {
      startPrice: bid.start_price,
      isFixedPrice: bid.lot_area === "stock",
    });
    if (refusal) throw fieldFailure("amount", refusal);
  }
  if (bid.lot_area === "stock")
    for (const field of ["bidGroup", "exportType"] as const)
      if (changed.includes(field) && values[field] !== null)
        throw fieldFailure(field, "invalid_choice");
  const mustChooseType =
    person !== null &&
    actor === "client" &&
    isExportTypeRequired(person.viewer, bid.lot_area);
  if (changed.includes("exportType") && exportType === null && mustChooseType)
    throw fieldFailure("exportType", "required_field");
  if (typeof exportType === "number" && !isExportType(exportType))
    throw fieldFailure("exportType", "invalid_choice");
}

/**
 * Refuses fields that the person may not set. For a client who may not bid, the
 * client and the dealer can only cancel, and a manager cannot raise the amount.
 */
function assertFieldsAllowed(
  viewer: Viewer,
  {
    bid,
    changed,
    values: { bidAmount = 0 },
  }: {
    bid: BidRow;
    changed: readonly BidField[];
    values: BidValues;
  },
): void {
  if (!changed.every((field) => maySetBidField(viewer, field)))
    throw failure("forbidden");
  const isClient = bidActorOf(viewer) === "client";
  const isEdit = changed.some((field) => field !== "bidStatus");
  if (isClient && isEdit && !hasFlag(viewer, "biddingAllowed"))
    throw failure("restricted_user");
  const needsRight = isClient ? isEdit : bidAmount > bid.amount;
  const isOwn = viewer.userId === bid.user_id;
  if (needsRight && !bid.client.mayBid)
    throw failure(isOwn ? "restricted_user" : "client_restricted");
}

/**
 * Refuses a status that only one bid may have: a client has one active bid on an offering
 * of a lot, and an offering has one winner. The caller holds the lock of the lot. Unique
 * indexes are the backstop.
 *
 * @throws bid_exists and lot_won with the other bid as `current`.
 */
export async function assertOnlyOne(
  trx: Transaction<Tables>,
  bid: BidRow,
  status: number,
): Promise<void> {
  if (isActive(status) && !isActive(bid.bid_status)) {
    const { user_id: userId, lot_id: lotId, offering } = bid;
    const existing = await findActiveBid(trx, userId, lotId, offering);
    if (existing && existing.id !== bid.id) throw bidExists(existing);
  }
  if (status === bidStatuses.win && bid.bid_status !== bidStatuses.win) {
    const winner = await findWinner(trx, bid);
    if (winner)
      throw failure("lot_won", {
        current: { bidId: winner.id, version: winner.version },
      });
  }
}
