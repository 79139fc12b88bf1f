import { auctionTimeOf, bidTexts } from "../../domain/bidRules";
import { bidStatuses, isActive } from "../../domain/bidStatus";
import { priceOfWin } from "../../domain/claim";
import { lotStatuses, statusByClock } from "../../domain/lotStatus";
import type { CorrectOutcomeBody } from "../../generated/schemas";
import { inTransaction } from "../platform/database";
import { failure, fieldFailure, withTextsOf } from "../platform/errors";
import { replayIdempotent } from "../platform/idempotency";
import type { BidContext, Person } from "./bidContext";
import type { BidRow } from "./bidQueries";
import type { BidValues, ChangedBid } from "./bidValues";
import { changeLockedBid } from "./changeBid";
import { lockBids, type LockedBid } from "./lockBids";

/**
 * Corrects the outcome of a bid of any status once its auction has begun, because some lots
 * never get a result. A manager keeps the outcome, records the car as bought at a price, or
 * finishes the bid. With `takenFrom`, the win goes from that bid to this one in the same
 * transaction. The reason is in the log of each changed bid and in the client's
 * mail. Money and purchase follow as for every change of a bid. The caller has checked the
 * person's right.
 *
 * @throws not_found; stale_row for a version that is not the present one;
 * bid_not_editable for a bid before its auction; lot_won while another bid has won the
 * car; 422 beside `price` and `takenFrom`, such as not_the_price for an order, and invalid_choice
 * for a price without a win; key_reused.
 */
export async function correctOutcome(
  { database, clock, ...parts }: BidContext,
  {
    person,
    key,
    body,
  }: { person: Person; key: string | null; body: CorrectOutcomeBody },
): Promise<ChangedBid> {
  const now = clock.now();
  const { userId } = person.viewer;
  const { bidId, takenFrom = null } = body;
  if (body.price === null && body.outcome === "win")
    throw fieldFailure("price", "required_field");
  if (body.price !== null && body.outcome !== "win")
    throw fieldFailure("price", "invalid_choice");
  if (takenFrom !== null && (takenFrom === bidId || body.outcome !== "win"))
    throw fieldFailure("takenFrom", "invalid_choice");
  return inTransaction(database, (trx) =>
    replayIdempotent(
      trx,
      { userId, key, request: ["correct-outcome", body], now },
      async () => {
        const ids = takenFrom === null ? [bidId] : [takenFrom, bidId];
        const locked = await lockBids(trx, ids, person);
        const change = (
          bid: LockedBid,
          version: number,
          values: BidValues,
        ): Promise<ChangedBid> =>
          changeLockedBid(trx, {
            ...{ now, locked: bid, ...parts },
            change: {
              ...{ actor: person, bidId: bid.bid.id, key, version, values },
              correction: body.reason.trim(),
            },
          });
        const [own, loser] = locked.toReversed();
        if (!own) throw failure("not_found");
        return withTextsOf(bidTexts(own.bid.lot_area), async () => {
          assertBegun(own.bid, now);
          if (loser) {
            assertSameCar(loser.bid, own.bid);
            await change(loser, body.takenFromVersion ?? -1, {
              bidStatus: bidStatuses.finished,
            });
          }
          return change(own, body.version, valuesOf(own.bid, body));
        });
      },
    ),
  );
}

/**
 * Refuses bids before their auction, which other calls change. The clock decides, because the
 * job that turns lots ongoing may be late.
 */
function assertBegun(bid: BidRow, now: Date): void {
  const auctionAt = auctionTimeOf(bid.lot_area, bid.auction_at);
  const status = statusByClock({ status: bid.lot_status, auctionAt }, now);
  const hasBegun =
    status !== lotStatuses.upcoming ||
    bid.decision_reason !== null ||
    bid.bid_status === bidStatuses.win;
  if (!hasBegun) throw failure("bid_not_editable");
}

function assertSameCar(loser: BidRow, bid: BidRow): void {
  const isSame = loser.lot_id === bid.lot_id && loser.offering === bid.offering;
  if (!isSame || loser.bid_status !== bidStatuses.win)
    throw fieldFailure("takenFrom", "invalid_choice");
}

/**
 * Returns the new values of the bid. A price is recorded unless it is booked without a
 * person: the manager's word for a price above the maximum must not be lost.
 */
function valuesOf(
  bid: BidRow,
  { outcome, price }: CorrectOutcomeBody,
): BidValues {
  const isOrder = bid.lot_area === "stock";
  const { amount, sold_price: soldPrice } = bid;
  if (isOrder && outcome === "win" && price !== amount)
    throw fieldFailure("price", "not_the_price");
  const decided = { decisionReason: null };
  if (outcome === "finish")
    return { ...decided, bidStatus: bidStatuses.finished };
  if (outcome === "win" && price !== null)
    return {
      ...decided,
      bidStatus: bidStatuses.win,
      ...(price === priceOfWin({ amount, isOrder, soldPrice })
        ? { soldPrice: null, wonPrice: price }
        : { soldPrice: price }),
    };
  // An open bid has no outcome that could be kept.
  if (isActive(bid.bid_status)) throw failure("bid_not_editable");
  return decided;
}
