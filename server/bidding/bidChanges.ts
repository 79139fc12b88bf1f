import type { Database } from "../platform/database";
import type { LiveTopic } from "../platform/live";
import { findChangedBids } from "./bidQueries";
import { mayRead } from "./bidSource";

/** More at once is a matter of reading the list anew. */
const mostBids = 1_000;

/**
 * What viewers are told of changed bids: the ids of those they may read, of
 * the lots these are on, and that the menu's numbers may have changed.
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
      const seen = bids.filter((bid) => mayRead(viewer, bid));
      if (seen.length === 0) return [];
      const bidIds = seen.map(({ id }) => id);
      const lotIds = [...new Set(seen.map((bid) => bid.lot_id))];
      return [
        { name: "bids", data: { bidIds, lotIds } },
        { name: "counters", data: {} },
      ];
    };
  };
