import type { FastifyReply } from "fastify";
import { rightsOf } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";
import {
  topicsOf,
  type ChangeHub,
  type Subscription,
  type TopicTables,
} from "../changes";
import type { DatabaseLog } from "../database";
import { failure } from "../errors";
import type { Session } from "../http/request";
import { createQueues } from "../queues";
import { eventTexts, openEventStream, type EventStream } from "./eventStream";
import {
  cachedReads,
  readTopics,
  type LiveTopic,
  type TextForViewer,
} from "./readTopics";

const heartbeatMilliseconds = 20_000;
/** A stream ends within a second of its session. */
const sessionCheckMilliseconds = 700;
const mostStreamsPerUser = 20;
/** Streams that read what they missed at the same time, one of each user. */
const readingLanes = 4;
/** A reader that has missed more changes reloads everything. */
const mostResumedChanges = 1_000_000n;
/** Readers that reload everything do so one after another. */
const resetSpread = { millisecondsPerReader: 10, longestMilliseconds: 10_000 };

type Reader = {
  session: Session;
  /** The rights of the session's viewer. */
  rights: string;
  stream: EventStream;
  /** Set while the reader has to reload everything but does not know yet. */
  resetTimer?: NodeJS.Timeout | undefined;
};

export type LiveOptions = {
  changes: ChangeHub;
  log: DatabaseLog;
  topics: readonly LiveTopic[];
  /** Returns the hash of the declarations. */
  declarationsHash: () => string;
  /** A stream that cannot begin within this time is refused. */
  openingMs: number;
  /** Returns the current state of those sessions that are still valid. */
  findSessions: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Session>>;
};

export type LiveLoad = {
  /** Open streams. */
  streams: number;
  /** Readers that had to reload everything, since the start. */
  resets: number;
};

/** A request for a stream. */
type Opening = {
  session: Session;
  reply: FastifyReply;
  /** The id of the last event that the reader has. */
  after: string | undefined;
};

export type Live = {
  /**
   * Opens a stream. With the id of the last event that the reader has, it
   * begins with the events since then. A stream counts for its user from the call
   * on. Throws `too_many_requests`, and `unavailable` if it cannot begin in time or the
   * server stops.
   */
  open(opening: Opening): Promise<void>;
  /** Sends an event that belongs to no change in the database to everyone. */
  broadcast(event: LiveEvent): void;
  load(): LiveLoad;
  /** Ends every stream and stops following changes. */
  close(): Promise<void>;
};

/** Returns the live streams of one server. */
export function createLive(options: LiveOptions): Live {
  const { changes, log, topics, declarationsHash, findSessions } = options;
  const readers = new Set<Reader>();
  const timers: NodeJS.Timeout[] = [];
  /** Refuse the streams that wait. */
  const refusals = new Set<() => void>();
  let isClosed = false;
  let read = cachedReads(topics);
  const allReads = readsOf(topics);
  const inLane = createQueues();
  /** The number of streams of each user, including streams that are still being opened. */
  const places = new Map<string, number>();
  let following: Promise<void> | undefined;
  let subscription: Subscription | undefined;
  /** All readers have every change up to this number. */
  let sent = 0n;
  let resets = 0;

  /** The reader keeps its old change number until the reset is on its way. */
  const send = ({ stream, resetTimer }: Reader, text: string) => {
    stream.send(text, resetTimer ? null : changes.resumable(sent));
  };
  const sendEvent = (reader: Reader, event: LiveEvent) => {
    send(reader, eventTexts([event]));
  };

  const resetSoon = (reader: Reader) => {
    const { millisecondsPerReader, longestMilliseconds } = resetSpread;
    const spread = Math.min(
      readers.size * millisecondsPerReader,
      longestMilliseconds,
    );
    reader.resetTimer ??= setTimeout(() => {
      reader.resetTimer = undefined;
      resets += 1;
      sendEvent(reader, { name: "reset", data: {} });
    }, Math.random() * spread);
  };

  /** Without `textFor` there are too many changes. */
  const sendAll = (textFor: TextForViewer | null) => {
    for (const reader of readers) {
      if (!textFor) resetSoon(reader);
      const text = textFor?.(reader.session.viewer, reader.rights);
      if (text) send(reader, text);
    }
  };

  /** Tells a reader whose rights have changed to load the profile again. */
  const renew = (reader: Reader, session: Session) => {
    const rights = rightsOf(session.viewer);
    const isSame = rights === reader.rights;
    Object.assign(reader, { session, rights });
    if (!isSame) sendEvent(reader, { name: "session", data: {} });
  };

  const checkSessions = async () => {
    const ids = new Set([...readers].map(({ session }) => session.sessionId));
    if (ids.size === 0) return;
    const valid = await findSessions([...ids]);
    for (const reader of readers) {
      const session = valid.get(reader.session.sessionId);
      if (session) renew(reader, session);
      // A reader that has joined during the query is not in its result.
      else if (ids.has(reader.session.sessionId)) reader.stream.end();
    }
  };

  const follow = async () => {
    subscription = await changes.subscribe({
      name: "live",
      reads: () => allReads,
      onChanges: async (range, changed) => {
        const touched = topics.filter(({ reads }) =>
          topicsOf(reads).some((topic) => changed.has(topic)),
        );
        if (range.after < sent) {
          // A skipped transaction has committed: ranges that were read lack its changes.
          read = cachedReads(topics);
          sent = range.after;
        }
        const textFor = await readTopics(touched, range);
        sent = range.upTo;
        if (touched.length > 0) sendAll(textFor);
      },
    });
    if (sent === 0n) sent = subscription.number();
    const every = (milliseconds: number, work: () => void) =>
      timers.push(setInterval(work, milliseconds).unref());
    every(heartbeatMilliseconds, () => {
      // The id lets a reader resume here after a long silence.
      for (const reader of readers) send(reader, "");
    });
    every(sessionCheckMilliseconds, () => {
      checkSessions().catch((error: unknown) => {
        log.warn({ err: error }, "sessions of streams could not be checked");
      });
    });
  };

  /** Counts a stream for its user until its connection is closed. */
  const takePlace = ({ session: { viewer }, reply: { raw } }: Opening) => {
    const { userId } = viewer;
    const taken = places.get(userId) ?? 0;
    if (taken >= mostStreamsPerUser)
      throw failure("too_many_requests", { retryAfter: 60 });
    places.set(userId, taken + 1);
    raw.once("close", () => {
      const left = (places.get(userId) ?? 0) - 1;
      if (left > 0) places.set(userId, left);
      else places.delete(userId);
    });
  };

  /** Adds a reader whose events reach up to the present change number. */
  const join = ({ session, reply }: Opening, missed: string | null): void => {
    const stream = openEventStream(reply, () => {
      readers.delete(reader);
      clearTimeout(reader.resetTimer);
    });
    const rights = rightsOf(session.viewer);
    const reader: Reader = { session, rights, stream };
    readers.add(reader);
    if (missed === null) resetSoon(reader);
    const ready: LiveEvent = {
      name: "ready",
      data: { declarationsHash: declarationsHash() },
    };
    send(reader, eventTexts([ready]) + (missed ?? ""));
  };

  /**
   * Calls `onRead` with the events after the reader's change number, or with null if
   * there are too many or the number belongs to another database. Reads again if
   * the server has sent more during the query, or changes that were skipped, so that the
   * reader can join within `onRead`. A list may include changes that this server has not followed
   * yet; the reader gets them once more.
   */
  const readMissed = async (
    { session, reply, after }: Opening,
    onRead: (missed: string | null) => void,
  ): Promise<void> => {
    const isGone = reply.raw.destroyed;
    const isNew = after === undefined || isGone;
    const start = isNew ? sent : BigInt(after);
    let from = start;
    const isForeign = from > sent && !(await changes.isTaken(from));
    const rights = rightsOf(session.viewer);
    let text = "";
    while (!isForeign && from < sent) {
      const upTo = sent;
      const isFar = upTo - from > mostResumedChanges;
      const reading = read;
      const textFor = isFar ? null : await reading({ after: from, upTo });
      if (reading !== read) {
        text = "";
        from = start;
        continue;
      }
      if (!textFor) {
        onRead(null);
        return;
      }
      text += textFor(session.viewer, rights);
      from = upTo;
    }
    onRead(isForeign ? null : text);
  };

  /** Begins a stream, unless it is refused while it waits. */
  const begin = async (
    opening: Opening,
    isRefused: () => boolean,
  ): Promise<void> => {
    following ??= follow();
    await following;
    const { userId } = opening.session.viewer;
    // One stream of a user waits in the lane, so that others wait for one read of it.
    await inLane(`user ${userId}`, () =>
      inLane(`lane ${Number(userId) % readingLanes}`, async () => {
        if (isRefused()) return;
        await readMissed(opening, (missed) => {
          if (!isRefused()) join(opening, missed);
        });
      }),
    );
  };

  return {
    open: (opening) =>
      new Promise((resolve, reject) => {
        if (opening.reply.raw.destroyed) {
          opening.reply.hijack();
          resolve();
          return;
        }
        const refuse = () => {
          refusals.delete(refuse);
          reject(failure("unavailable", { retryAfter: 2 }));
        };
        if (isClosed) {
          refuse();
          return;
        }
        takePlace(opening);
        refusals.add(refuse);
        const timer = setTimeout(refuse, options.openingMs);
        begin(opening, () => !refusals.has(refuse))
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            refusals.delete(refuse);
          });
      }),
    broadcast: (event) => {
      const text = eventTexts([event]);
      for (const reader of readers) send(reader, text);
    },
    load: () => ({ streams: readers.size, resets }),
    close: async () => {
      isClosed = true;
      for (const refuse of refusals) refuse();
      for (const timer of timers) clearInterval(timer);
      for (const { stream } of readers) stream.end();
      // The hub may still wait for writers, and is stopped by its owner.
      await subscription?.stop();
    },
  };
}

/** Returns the tables of all topics. */
function readsOf(topics: readonly LiveTopic[]): TopicTables {
  const all: TopicTables = {};
  for (const { reads } of topics)
    for (const topic of topicsOf(reads))
      all[topic] = [...(all[topic] ?? []), ...(reads[topic] ?? [])];
  return all;
}
