import { userTypes } from "../../domain/access";
import { failure } from "../platform/errors";
import type { RecordKind } from "../workspace/records";
import { tracksOf } from "./purchaseKind";

/** Records of the row schema "purchase-paper": documents of cars that clients have won. */
export const paperKind: RecordKind = {
  row: "purchase-paper",
  // The copy is the evidence of a payment that was booked. Managers may correct it.
  assertRemovable: async (trx, { viewer, data: { kind, purchaseId } }) => {
    if (kind !== "transferCopy" || viewer.userType === userTypes.manager)
      return;
    const purchase = await trx
      .selectFrom("records")
      .select("data")
      .where("id", "=", String(purchaseId))
      .forShare()
      .executeTakeFirst();
    if (purchase && tracksOf(purchase.data).moneyState === "received")
      throw failure("payment_booked");
  },
};
