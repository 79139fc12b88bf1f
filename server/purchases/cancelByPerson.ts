import type {
  CancelPurchaseBody,
  CancelPurchaseReply,
} from "../../generated/schemas";
import { japanDay } from "../../domain/japanTime";
import { cancelWin, type BidPorts } from "../bidding";
import type { NoteSecurity } from "../identity";
import { lockAccount } from "../payments";
import { failure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { decideOnce } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import { tracksOf } from "./purchaseKind";
import { changePurchase } from "./purchases";

/**
 * Cancels a purchase for a manager, in one transaction: its bid is not won any more, the price
 * of the car is reversed, and the client owes the penalty in yen. A purchase that is cancelled
 * already gets another penalty and reason. A bid that wins again takes the penalty back.
 *
 * @throws not_found; stale_row for a version that is not the present one; bid_not_editable for
 * a bid that is not won, and for a resold car; key_reused.
 */
export const cancelByPerson = (
  context: Pick<Context, "database" | "clock" | "schemas" | "recordKinds"> & {
    ports: BidPorts;
  },
  {
    session,
    body,
    key,
    note,
  }: {
    session: Session;
    body: CancelPurchaseBody;
    key: string;
    note: NoteSecurity;
  },
): Promise<CancelPurchaseReply> => {
  const { viewer, fullName } = session;
  const { purchaseId, version, penalty } = body;
  const reason = body.reason.trim();
  const now = context.clock.now();
  return decideOnce<CancelPurchaseReply>(
    context.database,
    { userId: viewer.userId, key, request: ["cancel-purchase", body], now },
    async (trx) => {
      const purchase = await trx
        .selectFrom("purchases")
        .select(["user_id as userId", "bid_id as bidId"])
        .where("record_id", "=", purchaseId)
        .executeTakeFirst();
      if (!purchase) throw failure("not_found");
      await lockAccount(trx, purchase.userId);
      const stored = await trx
        .selectFrom("records")
        .select(["data", "version"])
        .where("id", "=", purchaseId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (stored.version !== version)
        throw failure("stale_row", { current: { version: stored.version } });
      const { ending } = tracksOf(stored.data);
      if (ending === "resold") throw failure("bid_not_editable");
      const person = { viewer, fullName };
      const { bidId } = purchase;
      if (ending === "none")
        await cancelWin(context, trx, { person, bidId, reason, now });
      await changePurchase(context, trx, {
        ...purchase,
        actor: { userId: viewer.userId, fullName },
        day: japanDay(now),
        at: now,
        changes: { endingReason: reason, cancelPenalty: penalty },
      });
      await note(
        {
          event: "costs-changed",
          userId: purchase.userId,
          detail: `bid ${bidId}: cancelled, cancelPenalty ${penalty}`,
        },
        trx,
      );
      return { success: true, result: { penalty } };
    },
  );
};
