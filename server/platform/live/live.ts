import type { FastifyReply } from "fastify";
import { rightsOf } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";
import { followChanges, readTakenPosition, type Following } from "../changes";
import type { Database, DatabaseLog } from "../database";
import { failure } from "../errors";
import type { Session } from "../http/request";
import { openEventStream, type EventStream } from "./eventStream";
import {
  cachedReads,
  type EventsForViewer,
  type LiveTopic,
  type ReadTopics,
} from "./readTopics";

const heartbeatMilliseconds = 20_000;
/** A stream ends within a second of its session. */
const sessionCheckMilliseconds = 700;
const mostStreamsPerUser = 20;
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
};

export type Live = {
  /**
   * Opens a stream. With the id of the last event that the reader has, it
   * begins with the events since then. Throws `too_many_requests`, and
   * `unavailable` while the server stops.
   */
  open(reader: {
    session: Session;
    reply: FastifyReply;
    after: string | undefined;
  }): Promise<void>;
  /** Sends an event that belongs to no change in the database to everyone. */
  broadcast(event: LiveEvent): void;
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
  let following: Promise<Following> | undefined;
  let position = () => 0n;

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
      send(reader, [{ name: "reset", data: {} }], position());
    }, Math.random() * spread);
  };

  /** Without `eventsFor` there are too many changes, or some were missed. */
  const sendStep = (eventsFor: EventsForViewer | null, upTo: bigint) => {
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
    if (!isSame) send(reader, [{ name: "session", data: {} }], position());
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
    });
    position = changes.position;
    const every = (milliseconds: number, work: () => void) =>
      timers.push(setInterval(work, milliseconds).unref());
    every(heartbeatMilliseconds, () => {
      // The id lets a reader resume here after a long silence.
      for (const reader of readers) send(reader, [], position());
    });
    every(sessionCheckMilliseconds, () => {
      checkSessions().catch((error: unknown) => {
        log.warn({ err: error }, "sessions of streams could not be checked");
      });
    });
    return changes;
  };

  const assertOpen = ({ viewer }: Session) => {
    if (closing.signal.aborted) throw failure("unavailable", { retryAfter: 2 });
    const own = [...readers].filter(
      ({ session }) => session.viewer.userId === viewer.userId,
    );
    if (own.length >= mostStreamsPerUser)
      throw failure("too_many_requests", { retryAfter: 60 });
  };

  return {
    open: async ({ session, reply, after }) => {
      assertOpen(session);
      following ??= follow().catch((error: unknown) => {
        following = undefined;
        throw error;
      });
      const changes = await following;
      const missed = await readMissed(read, changes, {
        database,
        session,
        after,
      });
      assertOpen(session);
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
      send(reader, [ready, ...(missed ?? [])], changes.position());
    },
    broadcast: (event) => {
      for (const reader of readers) send(reader, [event], position());
    },
    close: async () => {
      closing.abort();
      for (const timer of timers) clearInterval(timer);
      for (const { stream } of readers) stream.end();
      const changes = await following?.catch(() => undefined);
      await changes?.stop();
    },
  };
}

/**
 * Returns the events since the reader's position, or null if there are too
 * many or the position belongs to another database. Reads again if the server's
 * position has moved on during the query. A list may include changes that this
 * server has not followed yet; the reader gets them once more.
 */
async function readMissed(
  read: ReadTopics,
  { position }: Following,
  {
    database,
    session,
    after,
  }: {
    database: Pick<Database, "kysely">;
    session: Session;
    after: string | undefined;
  },
): Promise<LiveEvent[] | null> {
  if (after === undefined) return [];
  const events: LiveEvent[] = [];
  let from = BigInt(after);
  if (from > position() && from > (await readTakenPosition(database.kysely)))
    return null;
  while (from < position()) {
    const upTo = position();
    if (upTo - from > mostResumedChanges) return null;
    const eventsFor = await read({ after: from, upTo });
    if (!eventsFor) return null;
    events.push(...eventsFor(session.viewer));
    from = upTo;
  }
  return events;
}
