import { inTransaction } from "../../../server/platform/database";
import { placeBid } from "../../../server/bidding/placeBid";
import { findViewer } from "../../../server/identity";
import type { Account, testApp } from "../../support/app";
import { addLot, bidOn } from "../bidding/support";

/** Lets an account win a car on a day, and returns the id of its purchase. */
export async function winCar(
  { context, ids }: Awaited<ReturnType<typeof testApp>>,
  day: string,
  account: Account = "client",
  fields: Parameters<typeof addLot>[1] = {},
): Promise<string> {
  const userId = ids[`${account}@seriba.test`] ?? "";
  const viewer = await findViewer(context.database.kysely, userId);
  if (!viewer) throw new Error("The client cannot sign in.");
  const lot = await addLot(context.database, {
    startPrice: 100_000,
    ...fields,
  });
  const { result } = await placeBid(context, {
    client: { viewer, fullName: "Client" },
    body: bidOn(lot, { amount: 150_000, bidType: 1 }),
    key: null,
  });
  const { bidId } = result;
  await inTransaction(context.database, (trx) =>
    context.ports.purchases.create(trx, {
      ...{ userId, bidId, day, at: context.clock.now(), actor: "system" },
    }),
  );
  const { record_id: id } = await context.database.kysely
    .selectFrom("purchases")
    .select("record_id")
    .where("bid_id", "=", bidId)
    .executeTakeFirstOrThrow();
  return id ?? "";
}
