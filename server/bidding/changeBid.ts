import type { Transaction } from "kysely";
import { hasFlag, type Viewer } from "../../domain/access";
import { auctionTimeOf, refuseAmount } from "../../domain/bidRules";
import { isActive } from "../../domain/bidStatus";
import { maySetBidField } from "../../domain/bidRights";
import {
  bidActorOf,
  refuseEdit,
  refuseStatus,
  type BidActor,
} from "../../domain/bidTransitions";
import { isExportType, isExportTypeRequired } from "../../domain/exportTypes";
import { toJapanIso } from "../../domain/japanTime";
import { isFinished } from "../../domain/lotStatus";
import { visibleRow } from "../../domain/visible";
import { lockLot, type LotArea } from "../catalog";
import { lockAccount } from "../payments";
import { inTransaction } from "../platform/database";
import type { Tables } from "../platform/database/tables";
import { failure, fieldFailure } from "../platform/errors";
import { replayIdempotent } from "../platform/idempotency";
import { announceChange } from "../platform/changes";
import { visibleData } from "../workspace/records";
import type { BidContext } from "./bidPorts";
import {
  findBidOwner,
  findLastChange,
  findLastStatusChange,
  insertLogEntries,
  lockBid,
  loggedActor,
  updateBid,
  type BidRow,
} from "./bidQueries";
import { findActiveBid } from "./presentBids";
import { joinGroup } from "./bidGroups";
import { mayRead } from "./bidSource";
import { isSoldPriceDoubtful, winPriceAboveMaximum } from "./doubtfulPrices";
import { noteChange } from "./mails/bidNews";
import { noteBookedPrice, bookBidMoney } from "./recordBid";

type Person = { viewer: Viewer; fullName: string };

/** The person who changes the bid, or the program when an auction has ended. */
export type Actor = Person | "system";

/** New values by field; a missing field stays as it is. Amounts are yen. */
export type BidValues = {
  bidStatus?: number;
  bidAmount?: number;
  exportType?: number | null;
  bidGroup?: number | null;
  adjustmentPrice?: number | null;
  autoBid?: boolean;
  /** The price that a manager records; null leaves the price of the lot. */
  soldPrice?: number | null;
  /** Whether a manager has to decide; set by the system. */
  needsDecision?: boolean;
  /** The status from which a full group releases the bid; set by the system. */
  releasedFrom?: number | null;
};

/** Decides the new values of a bid. Account, lot and bid are locked. */
type DecideBid = (trx: Transaction<Tables>, bid: BidRow) => Promise<BidValues>;

export type BidChange = {
  actor: Actor;
  bidId: string;
  /** The new values, or a function that decides them once the bid is locked. */
  values: BidValues | DecideBid;
  /** The version that the actor has seen; undefined changes any version. */
  version?: number;
  /**
   * Confirms a win or a sold price of a lot whose auction is still to come, and a sold
   * price that is probably a typo.
   */
  isConfirmed?: boolean;
  /** The price above the maximum that the person has confirmed for a win; 0 for none. */
  confirmedPrice?: number;
  /**
   * Takes back a manager's change: the own last change of the status, or a sold
   * price that the lot has itself.
   */
  isUndo?: boolean;
  /**
   * The idempotency key of a person: the same for all retries of one action. A
   * change by the system needs none, because values that a bid already has are
   * not written again.
   */
  key: string | null;
};

/** The bid after the change. */
export type ChangedBid = Required<
  Omit<BidValues, "needsDecision" | "releasedFrom">
> & {
  bidId: string;
  bidDate: string;
  version: number;
};

const columns = {
  bidStatus: "bid_status",
  bidAmount: "amount",
  exportType: "export_type_id",
  bidGroup: "bid_group_id",
  adjustmentPrice: "adjustment_price",
  autoBid: "auto_bid",
  soldPrice: "manager_sold_price",
  needsDecision: "needs_decision",
  releasedFrom: "released_from",
} as const satisfies Record<keyof BidValues, keyof BidRow>;

const fields = Object.keys(columns) as readonly (keyof BidValues)[];

/**
 * Changes a bid in one transaction and logs the values before and after with
 * the actor. It locks the client's account, the lot and the bid, in this order,
 * so that parallel changes cannot exceed a limit or overwrite each other. Hold,
 * debt and purchase of the bid follow in the same transaction.
 * Values that the bid already has are not written again. The caller has checked
 * the person's right to the call.
 *
 * @throws not_found for an unknown bid and one that the person may not read;
 * stale_row with the present values and their author, also for a win whose confirmed
 * price is not the present one; forbidden for a field or a status that the
 * person may not set; bid_not_editable, cant_cancel, cant_edit,
 * confirmation_required, auction_finished, restricted_user, client_restricted, bid_exists,
 * insufficient_credit; 422 beside `amount`, `exportType`, `bidGroup`; key_reused.
 * @example
 * changeBid(context, { actor: "system", bidId, values: { bidStatus: 5 }, key: null });
 */
export async function changeBid(
  { database, clock, ...parts }: BidContext,
  change: BidChange,
): Promise<ChangedBid> {
  const { actor, key, ...request } = change;
  const now = clock.now();
  return inTransaction(database, (trx) => {
    const run = () => changeLocked(trx, { change, now, ...parts });
    if (actor === "system") return run();
    const { userId } = actor.viewer;
    const of = { userId, key, request: ["change-bid", request], now };
    return replayIdempotent(trx, of, run);
  });
}

async function changeLocked(
  trx: Transaction<Tables>,
  options: { change: BidChange; now: Date } & Pick<
    BidContext,
    "schemas" | "ports"
  >,
): Promise<ChangedBid> {
  const { change, schemas, ports, now } = options;
  const { bidId, version } = change;
  const person = change.actor === "system" ? null : change.actor;
  const owner = await findBidOwner(trx, bidId);
  if (!owner || (person && !mayRead(person.viewer, owner)))
    throw failure("not_found");
  const account = await lockAccount(trx, owner.user_id);
  await lockLotOf(trx, bidId, owner);
  const bid = await lockBid(trx, owner.user_id, bidId);
  if (!bid) throw failure("not_found");
  const current = () =>
    person
      ? visibleData(
          changedBid(bid),
          visibleRow(schemas.row("bid"), person.viewer),
        )
      : changedBid(bid);
  if (version !== undefined && version !== bid.version)
    throw failure("stale_row", {
      current: current(),
      changed: person
        ? await findLastChange(trx, bid, person.viewer)
        : undefined,
    });
  const asked =
    typeof change.values === "function"
      ? await change.values(trx, bid)
      : change.values;
  const values = valuesToWrite(bid, asked, change.isUndo);
  const changed = fields.filter(
    (field) =>
      values[field] !== undefined && values[field] !== bid[columns[field]],
  );
  if (changed.length === 0) return changedBid(bid);
  const checked = { ...change, values };
  await assertChangeAllowed(trx, { change: checked, bid, changed, now });
  const winPrice = changed.includes("bidStatus")
    ? winPriceAboveMaximum(bid, values)
    : null;
  const { confirmedPrice = 0, isUndo = false } = change;
  const isUnseen = winPrice !== null && winPrice !== confirmedPrice;
  if (person && !isUndo && isUnseen)
    throw confirmedPrice === 0
      ? failure("confirmation_required")
      : failure("stale_row", { current: current() });
  const next = { ...bid, ...pickColumns(values, changed) };
  if (isActive(next.bid_status) && !isActive(bid.bid_status))
    await assertOnlyActive(trx, bid);
  await announceChange(trx, "bids");
  const isByManager = person && bidActorOf(person.viewer) === "manager";
  const written = await updateBid(trx, bid, {
    ...pickColumns(values, changed),
    ...(isActive(next.bid_status) || changed.includes("needsDecision")
      ? {}
      : { needs_decision: false }),
    ...(changed.includes("bidGroup")
      ? await joinGroup(trx, bid.user_id, next.bid_group_id)
      : {}),
    ...(isByManager ? { manager_id: person.viewer.userId } : {}),
  });
  if (changed.some((field) => field !== "needsDecision")) {
    const booked = await bookBidMoney(trx, {
      bid: written,
      before: bid,
      account,
      isCreditChecked: bid.client.isCreditChecked,
      actor: person
        ? { userId: person.viewer.userId, fullName: person.fullName }
        : "system",
      at: now,
      ports,
    });
    // The price of the lot became known before the job has seen it.
    if (booked && !changed.includes("soldPrice"))
      await noteBookedPrice(trx, { bid: written, booked, at: now });
  }
  await insertLogEntries(trx, [
    {
      user_id: bid.user_id,
      bid_id: bid.id,
      at: now,
      ...loggedActor(person),
      event: changed.includes("bidStatus") ? "status" : "edited",
      amount: written.amount,
      bid_status: written.bid_status,
      before: JSON.stringify(pickFields(bid, changed)),
      after: JSON.stringify(pickFields(written, changed)),
    },
  ]);
  // Clients know of their own changes.
  if (person?.viewer.userId !== bid.user_id)
    await noteChange(trx, { userId: bid.user_id, bidId, at: now });
  return changedBid(written);
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

async function assertChangeAllowed(
  trx: Transaction<Tables>,
  options: {
    change: BidChange & { values: BidValues };
    bid: BidRow;
    changed: readonly (keyof BidValues)[];
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
  if (person) assertFieldsAllowed(person.viewer, { bid, changed, values });
  if (changed.some((field) => field !== "bidStatus")) {
    const refusal = refuseEdit(state);
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
    changed: readonly (keyof BidValues)[];
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

/** Refuses a second active bid of the client on the lot. */
async function assertOnlyActive(
  trx: Transaction<Tables>,
  bid: BidRow,
): Promise<void> {
  const existing = await findActiveBid(trx, bid.user_id, bid.lot_id);
  if (existing && existing.id !== bid.id)
    throw failure("bid_exists", {
      current: { bidId: existing.id, bidAmount: existing.amount },
    });
}

/** Returns the values of a change; an undo removes a price that the lot has. */
const valuesToWrite = (
  bid: BidRow,
  values: BidValues,
  isUndo = false,
): BidValues =>
  isUndo && values.soldPrice === bid.sold_price
    ? { ...values, soldPrice: null }
    : values;

const pickColumns = (
  values: BidValues,
  names: readonly (keyof BidValues)[],
): Partial<BidRow> =>
  Object.fromEntries(names.map((name) => [columns[name], values[name]]));

const pickFields = (bid: BidRow, names: readonly (keyof BidValues)[]) => {
  const values = {
    ...changedBid(bid),
    needsDecision: bid.needs_decision,
    releasedFrom: bid.released_from,
  };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
};

const changedBid = (bid: BidRow): ChangedBid => ({
  bidStatus: bid.bid_status,
  bidAmount: bid.amount,
  exportType: bid.export_type_id,
  bidGroup: bid.bid_group_id,
  adjustmentPrice: bid.adjustment_price,
  autoBid: bid.auto_bid,
  soldPrice: bid.manager_sold_price ?? bid.sold_price,
  bidId: bid.id,
  bidDate: toJapanIso(bid.placed_at),
  version: bid.version,
});
