import type { Viewer } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";
import type { ChangeRange, TopicTables } from "../changes";
import { eventTexts } from "./eventStream";

/** Returns the events that a viewer may receive. */
export type EventsForViewer = (viewer: Viewer) => readonly LiveEvent[];

/** The events of a range. */
export type News = {
  /** Events that depend on the viewer's rights alone, so that viewers share their text. */
  byRights?: EventsForViewer;
  /** Further events of single users, by user id. */
  byUser?: ReadonlyMap<string, EventsForViewer>;
};

/** The news of one area for the live stream. */
export type LiveTopic = {
  /** The tables whose changes are news. */
  reads: TopicTables;
  /**
   * Reads the changes of a range, once for all viewers. Resolves to null if there are too
   * many to send row by row.
   */
  read(range: ChangeRange): Promise<News | null>;
};

/** Returns the text of a viewer's events. `rights` are the rights of the viewer. */
export type TextForViewer = (viewer: Viewer, rights: string) => string;

/** Returns the texts of a range; null if there are too many changes. */
export type ReadTopics = (range: ChangeRange) => Promise<TextForViewer | null>;

/** Readers that reconnect together mostly resume from the same change number. */
const mostCachedRanges = 100;

/** Returns a function that reads each range of the topics once for all readers. */
export function cachedReads(topics: readonly LiveTopic[]): ReadTopics {
  const ranges = new Map<string, Promise<TextForViewer | null>>();
  return (range) => {
    const key = `${range.after}-${range.upTo}`;
    const known = ranges.get(key);
    if (known) return known;
    if (ranges.size >= mostCachedRanges) ranges.clear();
    const texts = readTopics(topics, range);
    ranges.set(key, texts);
    texts.catch(() => ranges.delete(key));
    return texts;
  };
}

/** Reads a range of some topics. */
export async function readTopics(
  topics: readonly LiveTopic[],
  range: ChangeRange,
): Promise<TextForViewer | null> {
  const read = await Promise.all(topics.map((topic) => topic.read(range)));
  const news = read.flatMap((found) => found ?? []);
  return news.length < read.length ? null : textsOf(news);
}

/** Writes the events of each set of rights once. */
function textsOf(news: readonly News[]): TextForViewer {
  const shared = new Map<string, string>();
  return (viewer, rights) => {
    let text = shared.get(rights);
    if (text === undefined) {
      text = eventTexts(
        news.flatMap(({ byRights }) => byRights?.(viewer) ?? []),
      );
      shared.set(rights, text);
    }
    for (const { byUser } of news) {
      const own = byUser?.get(viewer.userId)?.(viewer);
      if (own) text += eventTexts(own);
    }
    return text;
  };
}

/** Groups changes by the user whose rows they are, for `byUser`. */
export function eventsByUser<Change extends { user_id: string }>(
  changes: readonly Change[],
  eventsFor: (own: readonly Change[]) => EventsForViewer,
): ReadonlyMap<string, EventsForViewer> {
  const byUser = new Map<string, Change[]>();
  for (const change of changes) {
    const own = byUser.get(change.user_id);
    if (own) own.push(change);
    else byUser.set(change.user_id, [change]);
  }
  return new Map([...byUser].map(([userId, own]) => [userId, eventsFor(own)]));
}

/** Returns the events of a viewer. */
export const eventsOf = ({ byRights, byUser }: News, viewer: Viewer) => [
  ...(byRights?.(viewer) ?? []),
  ...(byUser?.get(viewer.userId)?.(viewer) ?? []),
];
