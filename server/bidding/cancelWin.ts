import type { Transaction } from "kysely";
import { bidStatuses } from "../../domain/bidStatus";
import type { Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import type { BidContext, Person } from "./bidContext";
import { changeLockedBid } from "./changeBid";
import { lockBids } from "./lockBids";

/**
 * Takes back the win of a bid with a manager's reason, in the caller's transaction. The price
 * is reversed and the purchase is cancelled, as for every bid that is not won any more. The
 * caller has checked the person's right.
 *
 * @throws not_found; bid_not_editable for a bid that is not won.
 */
export async function cancelWin(
  { schemas, ports }: Pick<BidContext, "schemas" | "ports">,
  trx: Transaction<Tables>,
  {
    person,
    bidId,
    reason,
    now,
  }: { person: Person; bidId: string; reason: string; now: Date },
): Promise<void> {
  const [locked] = await lockBids(trx, [bidId], person);
  if (!locked) throw failure("not_found");
  if (locked.bid.bid_status !== bidStatuses.win)
    throw failure("bid_not_editable");
  await changeLockedBid(trx, {
    ...{ now, locked, schemas, ports },
    change: {
      ...{ actor: person, bidId, key: null, correction: reason },
      values: { decisionReason: null, bidStatus: bidStatuses.finished },
    },
  });
}
