import {
  createKeptByUser,
  type ChangeHub,
  type KeptByUser,
} from "../platform/changes";
import type { Database, DatabaseLog } from "../platform/database";
import { findChangedUsers } from "./bidQueries";
import { findBidsOnLots, findOwnBids } from "./presentBids";

/** The id of a bid, its amount in yen and its status. */
type OwnBid = { bidId: string; amount: number; status: number };

/** The latest bid of a user on each lot, without cancelled bids. */
export type OwnBids = KeptByUser<OwnBid>;

/** Makes the lookup of own bids. */
export const createOwnBids = ({
  database,
  changes,
  log,
}: {
  database: Database;
  changes: ChangeHub;
  log: DatabaseLog;
}): OwnBids => {
  const { kysely } = database;
  return createKeptByUser({
    changes,
    log,
    name: "bids",
    reads: { bids: [{ table: "bids" }] },
    findUsers: (after) => findChangedUsers(kysely, after),
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
