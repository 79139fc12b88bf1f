import type { Viewer } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";
import type { ChangeRange } from "../changes";

/** Returns the events of a range that a viewer may receive. */
export type EventsForViewer = (viewer: Viewer) => readonly LiveEvent[];

/**
 * Reads the changes of one area in a range, once for all viewers. Resolves to
 * null if there are too many to send row by row.
 */
export type LiveTopic = (range: ChangeRange) => Promise<EventsForViewer | null>;

/** Returns the events of a range; null if there are too many. */
export type ReadTopics = (
  range: ChangeRange,
) => Promise<EventsForViewer | null>;

/** Readers that reconnect together mostly resume from the same position. */
const mostCachedRanges = 100;

/** Returns a function that reads each range of the topics once for all readers. */
export function cachedReads(topics: readonly LiveTopic[]): ReadTopics {
  const ranges = new Map<string, Promise<EventsForViewer | null>>();
  return (range) => {
    const key = `${range.after}-${range.upTo}`;
    const known = ranges.get(key);
    if (known) return known;
    if (ranges.size >= mostCachedRanges) ranges.clear();
    const events = readTopics(topics, range);
    ranges.set(key, events);
    events.catch(() => ranges.delete(key));
    return events;
  };
}

async function readTopics(
  topics: readonly LiveTopic[],
  range: ChangeRange,
): Promise<EventsForViewer | null> {
  const all = await Promise.all(topics.map((topic) => topic(range)));
  if (all.includes(null)) return null;
  return (viewer) => all.flatMap((eventsFor) => eventsFor?.(viewer) ?? []);
}
