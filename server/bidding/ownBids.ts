import { createKeptByUser, type KeptByUser } from "../platform/changes";
import { findBidsOnLots, findOwnBids } from "./presentBids";

/** The id of a bid, its amount in yen and its status. */
type OwnBid = { bidId: string; amount: number; status: number };

/** The latest bid of a user on each lot, without cancelled bids. */
export type OwnBids = KeptByUser<OwnBid>;

/** Makes the lookup of own bids. */
export const createOwnBids = (
  host: Parameters<typeof createKeptByUser>[0],
): OwnBids => {
  const { kysely } = host.database;
  return createKeptByUser(host, {
    table: "bids",
    findAll: async (userId, most) =>
      byLot(await findOwnBids(kysely, userId, most)),
    findOn: async (userId, lotIds) =>
      byLot(await findBidsOnLots(kysely, userId, lotIds)),
  });
};

const byLot = (
  bids: readonly {
    id: string;
    lot_id: string;
    amount: number;
    bid_status: number;
  }[],
): Map<string, OwnBid> =>
  new Map(
    bids.map(({ lot_id, id, amount, bid_status: status }) => [
      lot_id,
      { bidId: id, amount, status },
    ]),
  );
