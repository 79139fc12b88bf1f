import type { Transaction } from "kysely";
import { bidStatuses } from "../../domain/bidStatus";
import type { Account } from "../payments";
import type { Tables } from "../platform/database/tables";
import type { BidPorts, BidChange } from "./bidContext";
import {
  insertLogEntries,
  loggedActor,
  touchOtherBids,
  type BidRow,
} from "./bidQueries";
import { loggedValues, type BidField } from "./bidValues";
import { noteChange } from "./mails/queueBidMail";
import { bookBidMoney } from "./bidMoney";

/** Writes what follows from a changed bid: its money, its log and the client's mail. */
export async function writeEffects(
  trx: Transaction<Tables>,
  options: {
    change: BidChange;
    changed: readonly BidField[];
    before: BidRow;
    written: BidRow;
    account: Account | null;
    now: Date;
    ports: BidPorts;
  },
): Promise<void> {
  const { change, changed, before, written, account, now, ports } = options;
  const person = change.actor === "system" ? null : change.actor;
  const isDecision = changed.every((field) => decisionFields.has(field));
  const booked = isDecision
    ? null
    : await bookBidMoney(trx, {
        bid: written,
        before,
        account,
        isCreditChecked: before.client.isCreditChecked,
        actor: person
          ? { userId: person.viewer.userId, fullName: person.fullName }
          : "system",
        reason: change.correction,
        at: now,
        ports,
      });
  const isWon = written.bid_status === bidStatuses.win;
  if (isWon !== (before.bid_status === bidStatuses.win))
    await touchOtherBids(trx, written);
  const isNewResult = written.decided_revision > before.decided_revision;
  const event = changed.includes("bidStatus")
    ? "status"
    : isNewResult
      ? "result"
      : "edited";
  await insertLogEntries(trx, [
    {
      user_id: before.user_id,
      bid_id: before.id,
      at: now,
      ...loggedActor(person),
      event,
      amount: written.amount,
      bid_status: written.bid_status,
      reason: change.correction ?? null,
      before: JSON.stringify({
        ...loggedValues(before, changed),
        ...(booked && { soldPrice: booked.before }),
      }),
      after: JSON.stringify({
        ...loggedValues(written, changed),
        ...(isNewResult && resultOf(written)),
        ...(booked && { soldPrice: booked.after }),
      }),
    },
  ]);
  // Clients know of their own changes, and do not hear of questions to managers.
  if (!isDecision && person?.viewer.userId !== before.user_id)
    await noteChange(trx, {
      ...{ userId: before.user_id, bidId: before.id, at: now },
    });
}

/** The fields of a question to a manager, which changes no money. */
const decisionFields: ReadonlySet<BidField> = new Set([
  "decisionReason",
  "decidedRevision",
]);

/** Returns the result by which a bid was decided, for its log. */
const resultOf = ({ lot_status, sold_price }: BidRow) => ({
  status: lot_status,
  ...(sold_price !== null && { soldPrice: sold_price }),
});
