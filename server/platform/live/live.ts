import type { FastifyReply } from "fastify";
import { rightsOf } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";
import {
  followChanges,
  readTakenPosition,
  type Following,
  type WatchFollower,
} from "../changes";
import type { Database, DatabaseLog } from "../database";
import { failure } from "../errors";
import type { Session } from "../http/request";
import { createQueues } from "../queues";
import { openEventStream, type EventStream } from "./eventStream";
import {
  cachedReads,
  type EventsForViewer,
  type LiveTopic,
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
  stream: EventStream;
  /** Set while the reader has to reload everything but does not know yet. */
  resetTimer?: NodeJS.Timeout | undefined;
};

export type LiveOptions = {
  database: Pick<Database, "kysely" | "listen">;
  log: DatabaseLog;
  topics: readonly LiveTopic[];
  /** Returns the hash of the declarations. */
  declarationsHash: () => string;
  /** Returns the current state of those sessions that are still valid. */
  findSessions: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Session>>;
  watch?: WatchFollower | undefined;
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
   * on. Throws `too_many_requests`, and `unavailable` while the server stops.
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
  const { database, log, topics, declarationsHash, findSessions } = options;
  const readers = new Set<Reader>();
  const timers: NodeJS.Timeout[] = [];
  const closing = new AbortController();
  const read = cachedReads(topics);
  const inLane = createQueues();
  /** The number of streams of each user, including streams that are still being opened. */
  const places = new Map<string, number>();
  let following: Promise<Following> | undefined;
  /** All readers have every change up to this number. */
  let position = 0n;
  let resets = 0;

  /** The reader keeps its old position until the reset is on its way. */
  const send = (
    { stream, resetTimer }: Reader,
    events: readonly LiveEvent[],
    upTo: bigint,
  ) => {
    stream.send(events, resetTimer ? null : upTo);
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
      send(reader, [{ name: "reset", data: {} }], position);
    }, Math.random() * spread);
  };

  /** Without `eventsFor` there are too many changes, or some were missed. */
  const sendStep = (eventsFor: EventsForViewer | null, upTo: bigint) => {
    position = upTo;
    for (const reader of readers) {
      if (!eventsFor) resetSoon(reader);
      const events = eventsFor?.(reader.session.viewer) ?? [];
      if (events.length > 0) send(reader, events, upTo);
    }
  };

  /** Tells a reader whose rights have changed to load the profile again. */
  const renew = (reader: Reader, session: Session) => {
    const isSame = rightsOf(session.viewer) === rightsOf(reader.session.viewer);
    reader.session = session;
    if (!isSame) send(reader, [{ name: "session", data: {} }], position);
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
    const changes = await followChanges({
      database,
      log,
      follower: {
        onChanges: async (range) => sendStep(await read(range), range.upTo),
        onMissed: (upTo) => sendStep(null, upTo),
      },
      signal: closing.signal,
      watch: options.watch,
    });
    position = changes.position();
    const every = (milliseconds: number, work: () => void) =>
      timers.push(setInterval(work, milliseconds).unref());
    every(heartbeatMilliseconds, () => {
      // The id lets a reader resume here after a long silence.
      for (const reader of readers) send(reader, [], position);
    });
    every(sessionCheckMilliseconds, () => {
      checkSessions().catch((error: unknown) => {
        log.warn({ err: error }, "sessions of streams could not be checked");
      });
    });
    return changes;
  };

  const assertOpen = () => {
    if (closing.signal.aborted) throw failure("unavailable", { retryAfter: 2 });
  };

  /** Starts at the first stream, and again at the next one after a failure. */
  const startFollowing = async () => {
    following ??= follow().catch((error: unknown) => {
      following = undefined;
      assertOpen();
      throw error;
    });
    await following;
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

  /** Adds a reader whose events reach up to the present position. */
  const join = (
    { session, reply }: Opening,
    missed: LiveEvent[] | null,
  ): void => {
    const stream = openEventStream(reply, () => {
      readers.delete(reader);
      clearTimeout(reader.resetTimer);
    });
    const reader: Reader = { session, stream };
    readers.add(reader);
    if (!missed) resetSoon(reader);
    const ready: LiveEvent = {
      name: "ready",
      data: { declarationsHash: declarationsHash() },
    };
    send(reader, [ready, ...(missed ?? [])], position);
  };

  /**
   * Calls `onRead` with the events since the reader's position, or with null if
   * there are too many or the position belongs to another database. Reads again if
   * the server's position has moved on during the query, so that the reader can join
   * within `onRead`. A list may include changes that this server has not followed
   * yet; the reader gets them once more.
   */
  const readMissed = async (
    { session, reply, after }: Opening,
    onRead: (missed: LiveEvent[] | null) => void,
  ): Promise<void> => {
    const isGone = reply.raw.destroyed;
    let from = after === undefined || isGone ? position : BigInt(after);
    const isForeign =
      from > position && from > (await readTakenPosition(database.kysely));
    const events: LiveEvent[] = [];
    while (!isForeign && from < position) {
      const upTo = position;
      const isFar = upTo - from > mostResumedChanges;
      const eventsFor = isFar ? null : await read({ after: from, upTo });
      if (!eventsFor) {
        onRead(null);
        return;
      }
      events.push(...eventsFor(session.viewer));
      from = upTo;
    }
    onRead(isForeign ? null : events);
  };

  return {
    open: async (opening) => {
      const { session, reply } = opening;
      if (reply.raw.destroyed) return void reply.hijack();
      assertOpen();
      takePlace(opening);
      await startFollowing();
      const { userId } = session.viewer;
      // One stream of a user waits in the lane, so that others wait for one read of it.
      await inLane(`user ${userId}`, () =>
        inLane(`lane ${Number(userId) % readingLanes}`, () =>
          readMissed(opening, (missed) => {
            assertOpen();
            join(opening, missed);
          }),
        ),
      );
    },
    broadcast: (event) => {
      for (const reader of readers) send(reader, [event], position);
    },
    load: () => ({ streams: readers.size, resets }),
    close: async () => {
      closing.abort();
      for (const timer of timers) clearInterval(timer);
      for (const { stream } of readers) stream.end();
      const changes = await following?.catch(() => undefined);
      await changes?.stop();
    },
  };
}
