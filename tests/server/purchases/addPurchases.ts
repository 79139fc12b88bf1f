import type { Transaction } from "kysely";
import { inTransaction, type Tables } from "../../../server/platform/database";
import {
  addPreparedRecords,
  prepareRecords,
} from "../../../server/workspace/records";
import type { TestApp } from "../../support/app";

type Json = Record<string, unknown>;

export const ship = {
  ...{ shippingLine: "Pacific Car Line", vessel: "Asian Pearl" },
  ...{ voyage: "112W", exportPort: "Yokohama", dischargePort: "Vladivostok" },
  ...{ etd: "2026-12-04", eta: "2026-12-09" },
};

/** Returns the data of a purchase of the client in a yard, with changes. */
export const purchaseData = (
  { ids }: Pick<TestApp, "ids">,
  bidId: number,
  changes: Json,
): Json => ({
  ...{ bidId: String(bidId), clientId: ids["client@seriba.test"] ?? "" },
  ...{ lotNo: String(bidId), purchaseDate: "2026-11-20", images: [] },
  ...{ papersState: "sent", moneyState: "received", claimState: "none" },
  ...{ ending: "none", inYardOn: "2026-11-24", stockYard: "Yokohama Yard" },
  ...{ lotType: "auction", lotId: "1" },
  ...changes,
});

/** Adds purchases as the program does, without bids, in a transaction of its own or a given one. */
export async function addPurchases(
  server: Pick<TestApp, "context">,
  rows: readonly Json[],
  trx?: Transaction<Tables>,
): Promise<void> {
  const { context } = server;
  if (!trx)
    return inTransaction(context.database, (own) =>
      addPurchases(server, rows, own),
    );
  const resource = context.workspace.resource("purchased-cars");
  const prepared = await prepareRecords(context, trx, resource, rows);
  const author = { userId: null, userName: "", at: context.clock.now() };
  await addPreparedRecords(trx, { row: "purchase", rows: prepared, author });
}
