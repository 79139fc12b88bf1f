import type { Database } from "../platform/database";
import type { LiveTopic } from "../platform/live";
import { findActiveBidsOn, findChangedBids } from "./bidQueries";
import { bidScope, mayRead } from "./bidSource";

/** Above this number of changed bids browsers reload their lists. */
const mostBids = 1_000;

/**
 * Makes the live topic of bids: the changed bids that the viewer may read,
 * their lots, and a hint that the counters of the menu may have changed. Viewers of all
 * bids also get the other active bids on these lots, whose number of rivals may have
 * changed.
 */
export const bidChanges =
  ({ kysely }: Pick<Database, "kysely">): LiveTopic =>
  async (range) => {
    const bids = await findChangedBids(kysely, {
      ...range,
      most: mostBids + 1,
    });
    if (bids.length > mostBids) return null;
    const rivals = await findActiveBidsOn(kysely, lotIdsOf(bids));
    return (viewer) => {
      const readable = bids.filter((bid) => mayRead(viewer, bid));
      if (readable.length === 0) return [];
      const changed = readable.map(({ id }) => id);
      const seesAll = bidScope(viewer).owner === "anyone";
      const bidIds = [...new Set([...changed, ...(seesAll ? rivals : [])])];
      return [
        ...inParts(bidIds).map((part, index) => ({
          name: "bids" as const,
          data: {
            bidIds: part,
            lotIds: index === 0 ? lotIdsOf(readable) : [],
          },
        })),
        { name: "counters", data: {} },
      ];
    };
  };

const lotIdsOf = (bids: readonly { lot_id: string }[]): string[] => [
  ...new Set(bids.map(({ lot_id }) => lot_id)),
];

/** Splits ids, because one event has at most 1,000. */
const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostBids) }, (_, index) =>
    ids.slice(index * mostBids, (index + 1) * mostBids),
  );
