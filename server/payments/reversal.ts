import type { Transaction } from "kysely";
import type { ReversalBody, ReversalReply } from "../../generated/schemas";
import type { NoteSecurity } from "../identity";
import type { Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { decideOnce } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import { findAccount, lockAccount, noteAccountChange } from "./accounts";
import { isCaused } from "./carMoney";
import { reverseTransfer } from "./ledger";

/** The transfers that a person can reverse. Car prices follow the outcomes of bids. */
const reversibleKinds: readonly string[] = [
  ...["opening", "remittance", "charge", "credit"],
];

/**
 * Reverses a deposit, an opening balance or a line of a car with a person's reason, and
 * returns the client's new balance in yen. The balance may become negative. A restriction
 * that the deposit has lifted stays lifted: a manager restricts the client again.
 *
 * @throws not_found; not_reversible; already_reversed; key_reused.
 */
export const reverseByPerson = (
  { database, clock }: Pick<Context, "database" | "clock">,
  {
    session,
    body,
    key,
    note,
  }: { session: Session; body: ReversalBody; key: string; note: NoteSecurity },
): Promise<ReversalReply> => {
  const { viewer, fullName } = session;
  const now = clock.now();
  return decideOnce<ReversalReply>(
    database,
    { userId: viewer.userId, key, request: ["reversal", body], now },
    async (trx) => {
      const transfer = await findTransfer(trx, body.transferId);
      if (!transfer) throw failure("not_found");
      const { kind, bidId } = transfer;
      const userId = transfer.creditedId ?? transfer.debitedId;
      if (!reversibleKinds.includes(kind) || userId === null)
        throw failure("not_reversible");
      await lockAccount(trx, userId);
      if (await isCaused(trx, body.transferId)) throw failure("not_reversible");
      const id = await reverseTransfer(trx, {
        transferId: body.transferId,
        note: body.reason.trim(),
        actor: { userId: viewer.userId, fullName },
        at: now,
      });
      await noteAccountChange(trx, userId);
      if (bidId !== null)
        await note(
          {
            event: "costs-changed",
            userId,
            detail: `bid ${bidId}, transfer ${id}: reversal of ${body.transferId}`,
          },
          trx,
        );
      const balance = (await findAccount(trx, userId))?.balance ?? 0;
      return { success: true, result: { id, balance } };
    },
  );
};

/** Returns the kind of a transfer, its bid and the clients whose accounts it changes. */
const findTransfer = (trx: Transaction<Tables>, transferId: string) =>
  trx
    .selectFrom("ledger_transfers as transfer")
    .innerJoin("ledger_accounts as credit", "credit.id", "transfer.credit_id")
    .innerJoin("ledger_accounts as debit", "debit.id", "transfer.debit_id")
    .select(["transfer.kind", "transfer.bid_id as bidId"])
    .select(["credit.user_id as creditedId", "debit.user_id as debitedId"])
    .where("transfer.id", "=", transferId)
    .executeTakeFirst();
