import type { Transaction } from "kysely";
import { needsConfirmation } from "../../domain/access";
import { isAboveMaximum, bidTexts } from "../../domain/bidRules";
import { bidStatuses, isActive } from "../../domain/bidStatus";
import { bidActorOf } from "../../domain/bidTransitions";
import { priceOfWin } from "../../domain/claim";
import { visibleRow } from "../../domain/visible";
import { inTransaction } from "../platform/database";
import type { Tables } from "../platform/database/tables";
import { failure, withTextsOf } from "../platform/errors";
import { replayIdempotent } from "../platform/idempotency";
import { announceChange } from "../platform/changes";
import { visibleData } from "../workspace/records";
import { assertChangeAllowed, assertOnlyOne } from "./assertChangeAllowed";
import { joinGroup } from "./bidGroups";
import type { BidContext, BidChange, Person } from "./bidContext";
import { findLastChange, updateBid, type BidRow } from "./bidQueries";
import {
  changedBid,
  changedFields,
  columnsOf,
  type BidField,
  type BidValues,
  type ChangedBid,
} from "./bidValues";
import { winPriceAboveMaximum } from "./doubtfulPrices";
import { lockBids, type LockedBid } from "./lockBids";
import { writeEffects } from "./writeEffects";

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

type Changing = { now: Date } & Pick<BidContext, "schemas" | "ports">;

async function changeLocked(
  trx: Transaction<Tables>,
  { change, ...changing }: Changing & { change: BidChange },
): Promise<ChangedBid> {
  const [locked] = await lockBids(trx, [change.bidId], change.actor);
  if (!locked) throw failure("not_found");
  return changeLockedBid(trx, { change, locked, ...changing });
}

/** Changes a bid that is locked; throws as `changeBid`. */
export const changeLockedBid = (
  trx: Transaction<Tables>,
  changing: ChangingLocked,
): Promise<ChangedBid> =>
  withTextsOf(bidTexts(changing.locked.bid.lot_area), () =>
    writeChange(trx, changing),
  );

type ChangingLocked = Changing & { change: BidChange; locked: LockedBid };

async function writeChange(
  trx: Transaction<Tables>,
  { change, locked: { bid, account }, ...changing }: ChangingLocked,
): Promise<ChangedBid> {
  const { version, isUndo = false } = change;
  const person = change.actor === "system" ? null : change.actor;
  if (version !== undefined && version !== bid.version)
    throw await staleRow(trx, { bid, person, ...changing });
  const asked =
    typeof change.values === "function"
      ? await change.values(trx, bid)
      : change.values;
  const wanted = valuesToWrite(bid, asked, isUndo);
  const changed = changedFields(bid, wanted);
  if (changed.length === 0) return changedBid(bid);
  if (change.correction === undefined)
    await assertAllowed(trx, { change, wanted, changed, bid, ...changing });
  const values = withDecision(bid, withConfirmation(bid, wanted, person), {
    person,
    isUndo,
  });
  const status = values.bidStatus ?? bid.bid_status;
  await assertOnlyOne(trx, bid, status);
  await announceChange(trx, "bids");
  const isByManager = person && bidActorOf(person.viewer) === "manager";
  const written = await updateBid(trx, bid, {
    ...columnsOf(values),
    ...(values.decisionReason !== undefined && {
      needs_decision: values.decisionReason !== null,
    }),
    ...(changed.includes("bidGroup")
      ? await joinGroup(trx, bid.user_id, values.bidGroup ?? null)
      : {}),
    ...(isByManager ? { manager_id: person.viewer.userId } : {}),
  });
  await writeEffects(trx, {
    ...{ change, before: bid, written, account },
    ...changing,
    changed: changedFields(bid, values),
  });
  return changedBid(written);
}

/** Refuses what the rules do not allow, and prices that the person has not confirmed. */
async function assertAllowed(
  trx: Transaction<Tables>,
  options: Changing & {
    change: BidChange;
    wanted: BidValues;
    changed: readonly BidField[];
    bid: BidRow;
  },
): Promise<void> {
  const { change, wanted, bid, changed } = options;
  const { confirmedPrice = 0, isUndo = false } = change;
  const person = change.actor === "system" ? null : change.actor;
  await assertChangeAllowed(trx, {
    ...options,
    change: { ...change, values: wanted },
  });
  if (!person || isUndo || !changed.includes("bidStatus")) return;
  const winPrice = winPriceAboveMaximum(bid, wanted);
  if (winPrice === null || winPrice === confirmedPrice) return;
  throw confirmedPrice === 0
    ? failure("confirmation_required")
    : failure("stale_row", { current: currentBid(bid, person, options) });
}

/** Returns the error for a version that is not the present one. */
async function staleRow(
  trx: Transaction<Tables>,
  options: Changing & { bid: BidRow; person: Person | null },
) {
  const { bid, person } = options;
  return failure("stale_row", {
    current: currentBid(bid, person, options),
    changed: person ? await findLastChange(trx, bid, person.viewer) : undefined,
  });
}

/** Returns the values of a bid that the person may see. */
const currentBid = (
  bid: BidRow,
  person: Person | null,
  { schemas }: Pick<Changing, "schemas">,
) =>
  person
    ? visibleData(
        changedBid(bid),
        visibleRow(schemas.row("bid"), person.viewer),
      )
    : changedBid(bid);

/**
 * Returns the values of a change. A bid waits for a confirmation, again if it was confirmed,
 * once anybody but a manager has raised it, if the client's bids need it by now.
 */
function withConfirmation(
  bid: BidRow,
  values: BidValues,
  person: Person | null,
): BidValues {
  const isRaised =
    values.bidAmount !== undefined && values.bidAmount > bid.amount;
  const isByClient = person !== null && bidActorOf(person.viewer) === "client";
  if (!isRaised || !isByClient) return values;
  const isNeeded = needsConfirmation(bid.client.viewer.userLevel);
  return {
    ...values,
    needsConfirmation: isNeeded,
    ...(isNeeded &&
      bid.bid_status === bidStatuses.bid && { bidStatus: bidStatuses.new }),
  };
}

/**
 * Returns the values of a change with what they decide: a person's new status, and a price
 * recorded for a won car, answer the question to the manager. A win is booked at its price.
 * A result that is newer than the question stays due, because the person may not have seen
 * it. A win that an undo restores makes its result due again: leaving the win has answered
 * a question about it, and its former price is gone.
 */
function withDecision(
  bid: BidRow,
  values: BidValues,
  { person, isUndo }: { person: Person | null; isUndo: boolean },
): BidValues {
  const status = values.bidStatus ?? bid.bid_status;
  const amount = values.bidAmount ?? bid.amount;
  const isNewStatus = status !== bid.bid_status;
  const hasPrice = values.soldPrice !== undefined;
  const isOrder = bid.lot_area === "stock";
  const price = priceOfWin({ amount, isOrder, soldPrice: bid.sold_price });
  const isWon = status === bidStatuses.win;
  const isUnrecorded = values.soldPrice === null;
  const isPriced = isNewStatus || amount !== bid.amount || isUnrecorded;
  // The recorded price was the answer to a price above the maximum.
  const isAskedAgain =
    isUnrecorded && !isOrder && isAboveMaximum(bid.sold_price, amount);
  const isAnswer =
    person !== null && (isNewStatus ? !isActive(status) : isWon && hasPrice);
  const isRestored = isUndo && isWon && isNewStatus && !isOrder;
  return {
    ...(isWon && isPriced && { wonPrice: price ?? bid.won_price }),
    ...(!isWon && isNewStatus && { wonPrice: null }),
    // A group reopens only bids that it has released itself.
    ...(person && isNewStatus && { releasedFrom: null }),
    ...(isAnswer && { decisionReason: isAskedAgain ? "wonAbove" : null }),
    ...(isRestored &&
      bid.result_revision > 0 && { decidedRevision: bid.result_revision - 1 }),
    ...values,
  };
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
