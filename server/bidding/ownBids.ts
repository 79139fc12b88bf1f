import { LRUCache } from "lru-cache";
import type { Viewer } from "../../domain/access";
import { runWithDeadline } from "../platform/deadline";
import { followChanges, type Following } from "../platform/changes";
import type { Database, DatabaseLog } from "../platform/database";
import { findBidders, findBidsOnLots, findOwnBids } from "./bidQueries";

/** The id of a bid, its amount in yen and its status. */
type OwnBid = { bidId: string; amount: number; status: number };

export type OwnBids = {
  /**
   * Returns the user's latest bid on each lot, by lot id, without cancelled bids.
   * It includes every change up to `atLeast`.
   */
  on(
    viewer: Pick<Viewer, "userId">,
    lotIds: readonly string[],
    atLeast?: bigint,
  ): Promise<ReadonlyMap<string, OwnBid>>;
  stop(): Promise<void>;
};

/** The number of users whose bids are kept. */
const mostUsers = 2_000;
/** The bids of users with more are read for each page. */
const mostBids = 2_000;

/**
 * Makes the lookup of own bids. The bids of a user are kept from the first read
 * until one of them changes, so that a list needs no statement for them. It
 * follows the changes from the first call on; until then, and for a viewer who
 * knows of later changes, the database answers.
 */
export function createOwnBids({
  database,
  log,
}: {
  database: Database;
  log: DatabaseLog;
}): OwnBids {
  const { kysely } = database;
  /** Null for a user with too many bids. */
  type Kept = Promise<ReadonlyMap<string, OwnBid> | null>;
  const byUser = new LRUCache<string, Kept>({ max: mostUsers });
  const stopping = new AbortController();
  let following: Following | undefined;
  let starting: Promise<void> | undefined;

  const follow = async () => {
    try {
      following = await followChanges({
        database,
        log,
        signal: stopping.signal,
        follower: {
          onChanges: async (range) => {
            if (byUser.size === 0) return;
            for (const userId of await findBidders(kysely, range))
              byUser.delete(userId);
          },
          onMissed: () => {
            byUser.clear();
          },
        },
      });
    } catch (error) {
      starting = undefined;
      if (!stopping.signal.aborted)
        log.warn({ err: error }, "changes of bids could not be followed");
    }
  };

  const readAll = async (userId: string) => {
    const bids = await findOwnBids(kysely, userId, mostBids + 1);
    return bids.length > mostBids ? null : byLot(bids);
  };

  /** A read that fails, or that a change overtakes, is not kept. */
  const keptOf = (userId: string): Kept => {
    const known = byUser.get(userId);
    if (known) return known;
    const reading = runWithDeadline(null, () => readAll(userId));
    byUser.set(userId, reading);
    reading.catch(() => {
      if (byUser.get(userId) === reading) byUser.delete(userId);
    });
    return reading;
  };

  return {
    on: async ({ userId }, lotIds, atLeast = 0n) => {
      if (lotIds.length === 0) return new Map();
      starting ??= stopping.signal.aborted ? undefined : follow();
      const isCurrent = following && following.position() >= atLeast;
      const kept = isCurrent ? await keptOf(userId) : null;
      return kept ?? byLot(await findBidsOnLots(kysely, userId, lotIds));
    },
    stop: async () => {
      stopping.abort();
      await starting;
      await following?.stop();
      following = undefined;
    },
  };
}

const byLot = (
  bids: readonly {
    id: string;
    lot_id: string;
    amount: number;
    bid_status: number;
  }[],
): ReadonlyMap<string, OwnBid> =>
  new Map(
    bids.map(({ lot_id, id, amount, bid_status: status }) => [
      lot_id,
      { bidId: id, amount, status },
    ]),
  );
