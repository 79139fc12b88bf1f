import type { LiveEvent } from "../../domain/liveEvent";
import type { Database } from "../platform/database";
import type { EventsForViewer, LiveTopic } from "../platform/live";
import { findActiveBidsOn, findChangedBids } from "./bidQueries";
import { bidScope, mayRead } from "./bidSource";

/** Above this number of changed bids browsers reload their lists. */
const mostBids = 1_000;

/**
 * Makes the live news of bids: the changed bids that the viewer may read,
 * their lots, and a hint that the counters of the menu may have changed. Viewers of all
 * bids also get the other active bids on these lots, whose number of rivals may have
 * changed.
 */
export const bidNews = ({ kysely }: Pick<Database, "kysely">): LiveTopic => ({
  reads: { bids: [{ table: "bids" }] },
  read: async (range) => {
    const bids = await findChangedBids(kysely, {
      ...range,
      most: mostBids + 1,
    });
    if (bids.length > mostBids) return null;
    const rivals = await findActiveBidsOn(kysely, lotIdsOf(bids));
    const ofAll = eventsFor(bids, rivals);
    const ofOwners: EventsForViewer = (viewer) =>
      bidScope(viewer).owner === "anyone"
        ? []
        : eventsFor(bids.filter((bid) => mayRead(viewer, bid)));
    const owners = bids.flatMap(({ user_id, dealer_id }) => [
      user_id,
      ...(dealer_id === null ? [] : [dealer_id]),
    ]);
    return {
      byRights: (viewer) => (bidScope(viewer).owner === "anyone" ? ofAll : []),
      byUser: new Map(owners.map((userId) => [userId, ofOwners])),
    };
  },
});

function eventsFor(
  bids: readonly { id: string; lot_id: string }[],
  rivals: readonly string[] = [],
): LiveEvent[] {
  if (bids.length === 0) return [];
  const bidIds = [...new Set([...bids.map(({ id }) => id), ...rivals])];
  return [
    ...inParts(bidIds).map((part, index) => ({
      name: "bids" as const,
      data: { bidIds: part, lotIds: index === 0 ? lotIdsOf(bids) : [] },
    })),
    { name: "counters", data: {} },
  ];
}

const lotIdsOf = (bids: readonly { lot_id: string }[]): string[] => [
  ...new Set(bids.map(({ lot_id }) => lot_id)),
];

/** Splits ids, because one event has at most 1,000. */
const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostBids) }, (_, index) =>
    ids.slice(index * mostBids, (index + 1) * mostBids),
  );
