import type { Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";
import { insertLogEntries, loggedActor, type BidRow } from "./bidQueries";
import { noteChange } from "./mails/bidNews";
import type { BookedPrice } from "./settleBidMoney";

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
