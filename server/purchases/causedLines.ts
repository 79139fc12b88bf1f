import type { Transaction } from "kysely";
import type { followingLines } from "../../domain/carLines";
import { isAllowed, type Access, type Viewer } from "../../domain/access";
import { japanDay } from "../../domain/japanTime";
import { keepLine } from "../payments";
import type { Tables } from "../platform/database";
import { failure } from "../platform/errors";
import type { AnyAuthor, RecordData } from "../workspace/records";

type Cause = Parameters<typeof keepLine>[1]["cause"];

/** A line that follows from a state of a purchase: yen, and the note for the client. */
type CausedLine = {
  line: (typeof followingLines)[number];
  amount: number;
  note: string | null;
};

/** The longest note of a line. */
const longestNote = 300;

/**
 * Returns the lines that follow from the states of a purchase. A cancelled purchase has no
 * refund for a claim, because its client gets the whole price back.
 */
function causedLines(data: RecordData): Record<Cause, CausedLine> {
  const { claimState, ending = "none" } = data;
  const amountOf = (isDue: boolean, name: string) =>
    isDue && typeof data[name] === "number" ? data[name] : 0;
  const noteOf = (name: string) =>
    typeof data[name] === "string" ? data[name].slice(0, longestNote) : null;
  const isSettled = claimState === "settled" && ending !== "cancelled";
  return {
    claim: {
      line: "refund",
      amount: amountOf(isSettled, "claimRefund"),
      note: noteOf("claimResult"),
    },
    resale: {
      line: "resale",
      amount: amountOf(ending === "resold", "resaleProceeds"),
      note: noteOf("endingReason"),
    },
    cancellation: {
      line: "cancelPenalty",
      amount: amountOf(ending === "cancelled", "cancelPenalty"),
      note: noteOf("endingReason"),
    },
  };
}

/** The fields with the amounts of the lines. An amount may be booked by a later state. */
const amounts = ["claimRefund", "resaleProceeds", "cancelPenalty"];

/** Only people who may book costs may change a state or an amount that books them. */
const bookers: Access = { roles: ["manager", "admin"], flags: ["moneyManage"] };

/**
 * Posts and reverses the lines that follow from a change of a purchase, in its transaction.
 * A transaction that locks the account before the purchase may have to repeat this one, which
 * locks the account last.
 *
 * @throws forbidden if a viewer without the right to book costs changes a line or its amount.
 */
export async function keepCausedLines(
  trx: Transaction<Tables>,
  {
    viewer,
    before,
    after,
    author,
  }: {
    /** The person who changes the purchase; absent if the program follows its bid. */
    viewer?: Viewer;
    before: RecordData;
    after: RecordData;
    author: AnyAuthor;
  },
): Promise<void> {
  const { userId, userName: fullName, at } = author;
  const mayBook = !viewer || isAllowed(bookers, viewer);
  if (
    !mayBook &&
    amounts.some((name) => (before[name] ?? null) !== (after[name] ?? null))
  )
    throw failure("forbidden");
  const former = causedLines(before);
  for (const [cause, wanted] of Object.entries(causedLines(after))) {
    if (former[cause as Cause].amount === wanted.amount) continue;
    if (!mayBook) throw failure("forbidden");
    await keepLine(trx, {
      ...wanted,
      cause: cause as Cause,
      userId: String(after.clientId),
      bidId: String(after.bidId),
      day: japanDay(at),
      actor: userId === null ? "system" : { userId, fullName },
      at,
    });
  }
}
