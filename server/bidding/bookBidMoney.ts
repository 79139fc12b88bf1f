import type { Transaction } from "kysely";
import { bidStatuses } from "../../domain/bidStatus";
import { claimOf } from "../../domain/claim";
import { writeClaim, type Account, type LedgerActor } from "../payments";
import type { Tables } from "../platform/database/tables";
import type { BidPorts } from "./bidPorts";
import { insertLogEntries, loggedActor, type BidRow } from "./bidQueries";
import { noteChange } from "./mails/bidNews";

/** The values of a bid that decide about money. Amounts are yen. */
type MoneyOfBid = {
  bid_status: number;
  amount: number;
  /** The price of the lot. */
  sold_price: number | null;
  /** The price that a manager recorded. */
  manager_sold_price: number | null;
};

/** The debt of a won car, in yen; null before its price is known. */
export type BookedPrice = { before: number | null; after: number | null };

/**
 * Brings hold, debt and purchase of a bid in line with its values. The caller
 * holds the locks of account and bid, has written the bid, and passes the account
 * as it was before. Returns the booked price if it changes while the bid stays won,
 * else null; calling it again changes nothing. Throws insufficient_credit.
 */
export async function bookBidMoney(
  trx: Transaction<Tables>,
  request: {
    bid: MoneyOfBid & { id: string; user_id: string };
    /** The bid before the change; null for a new bid. */
    before: Pick<MoneyOfBid, "bid_status"> | null;
    account: Account | null;
    isCreditChecked: boolean;
    actor: LedgerActor;
    at: Date;
    ports: BidPorts;
  },
): Promise<BookedPrice | null> {
  const { bid, before, account, isCreditChecked, actor, at, ports } = request;
  const ofBid = { userId: bid.user_id, bidId: bid.id };
  const status = bid.bid_status;
  const claim = claimOf({
    status,
    amount: bid.amount,
    lotPrice: bid.sold_price,
    recordedPrice: bid.manager_sold_price,
  });
  const former = await writeClaim(trx, {
    ...ofBid,
    claim,
    account,
    isCreditChecked,
    actor,
    at,
  });
  const wasWon = before?.bid_status === bidStatuses.win;
  const isWon = status === bidStatuses.win;
  if (isWon && !wasWon) await ports.purchases.create(trx, { ...ofBid, at });
  if (wasWon && !isWon) await ports.purchases.cancel(trx, ofBid);
  if (!wasWon || !isWon || !former || former.owed === claim.owed) return null;
  return { before: former.owed || null, after: claim.owed || null };
}

/**
 * Logs that the program has booked another price of a won bid, and notes it for the
 * client's next mail.
 */
export async function noteBookedPrice(
  trx: Transaction<Tables>,
  { bid, booked, at }: { bid: BidRow; booked: BookedPrice; at: Date },
): Promise<void> {
  await insertLogEntries(trx, [
    {
      user_id: bid.user_id,
      bid_id: bid.id,
      at,
      ...loggedActor(null),
      event: "price",
      amount: bid.amount,
      bid_status: bid.bid_status,
      before: JSON.stringify({ soldPrice: booked.before }),
      after: JSON.stringify({ soldPrice: booked.after }),
    },
  ]);
  await noteChange(trx, { userId: bid.user_id, bidId: bid.id, at });
}
