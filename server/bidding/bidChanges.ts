import type { Database } from "../platform/database";
import type { LiveTopic } from "../platform/live";
import { findChangedBids } from "./bidQueries";
import { mayRead } from "./bidSource";

/** Above this number of changed bids browsers reload their lists. */
const mostBids = 1_000;

/**
 * Makes the live topic of bids: the changed bids that the viewer may read,
 * their lots, and a hint that the counters of the menu may have changed.
 */
export const bidChanges =
  ({ kysely }: Pick<Database, "kysely">): LiveTopic =>
  async (range) => {
    const bids = await findChangedBids(kysely, {
      ...range,
      most: mostBids + 1,
    });
    if (bids.length > mostBids) return null;
    return (viewer) => {
      const readable = bids.filter((bid) => mayRead(viewer, bid));
      if (readable.length === 0) return [];
      const bidIds = readable.map(({ id }) => id);
      const lotIds = [...new Set(readable.map((bid) => bid.lot_id))];
      return [
        { name: "bids", data: { bidIds, lotIds } },
        { name: "counters", data: {} },
      ];
    };
  };
