import { createKeptByUser, type KeptByUser } from "../platform/changes";
import type { Database, DatabaseLog } from "../platform/database";
import type { Metrics } from "../platform/metrics";
import { findBidsOnLots, findChangedUsers, findOwnBids } from "./bidQueries";

/** The id of a bid, its amount in yen and its status. */
type OwnBid = { bidId: string; amount: number; status: number };

/** The latest bid of a user on each lot, without cancelled bids. */
export type OwnBids = KeptByUser<OwnBid>;

/** Makes the lookup of own bids. */
export const createOwnBids = ({
  database,
  log,
  metrics,
}: {
  database: Database;
  log: DatabaseLog;
  metrics?: Pick<Metrics, "follower"> | undefined;
}): OwnBids => {
  const { kysely } = database;
  return createKeptByUser({
    database,
    log,
    watch: metrics?.follower("bids"),
    name: "bids",
    findUsers: (range) => findChangedUsers(kysely, range),
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
