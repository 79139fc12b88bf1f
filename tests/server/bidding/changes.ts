import type { BidValues } from "../../../server/bidding/bidValues";
import { changeBid } from "../../../server/bidding/changeBid";
import { placeBid } from "../../../server/bidding/placeBid";
import { addClient, addLot, bidOn, type Context } from "./support";

/** A manager who sees adjustment prices. */
export const managerViewer = {
  userId: "1",
  userType: 3,
  userLevel: 1064,
  roleId: 0,
  permissions: { adjustmentPriceShow: true },
};

type BidOptions = {
  amount?: number;
  account?: Parameters<typeof addClient>[1];
  lot?: Parameters<typeof addLot>[1];
};

/** Places a bid of a new client on a new lot. */
export async function newBid(context: Context, options: BidOptions = {}) {
  const { database } = context;
  const viewer = await addClient(database, options.account);
  const carId = await addLot(database, options.lot);
  const { result } = await placeBid(context, {
    client: { viewer, fullName: "Anna" },
    body: bidOn(carId, { amount: options.amount ?? 200_000 }),
    key: null,
  });
  return { bidId: result.bidId, viewer, carId };
}

export const rowOf = ({ database }: Context, bidId: string) =>
  database.kysely
    .selectFrom("bids")
    .selectAll()
    .where("id", "=", bidId)
    .executeTakeFirstOrThrow();

export const logOf = ({ database }: Context, bidId: string) =>
  database.kysely
    .selectFrom("bid_log")
    .select(["event", "actor_name", "before", "after", "bid_status", "amount"])
    .where("bid_id", "=", bidId)
    .orderBy("id")
    .execute();

/** Changes a bid as a manager and returns `done`, or the code of the error. */
export const outcome = (
  context: Context,
  bidId: string,
  values: BidValues,
  more: Partial<Parameters<typeof changeBid>[1]> = {},
): Promise<string> =>
  doneOrCode(
    changeBid(context, {
      actor: { viewer: managerViewer, fullName: "Emi" },
      key: null,
      bidId,
      values,
      ...more,
    }),
  );

/** Returns `done`, or the code of the error of a change. */
export const doneOrCode = (change: Promise<unknown>): Promise<string> =>
  change.then(
    () => "done",
    (error: unknown) => (error instanceof Error ? error.message : "unknown"),
  );
