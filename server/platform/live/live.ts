import type { FastifyReply } from "fastify";
import type { LiveEvent } from "../../../domain/liveEvent";
import type { Database, DatabaseLog } from "../database";
import { failure } from "../errors";
import type { Session } from "../http/request";
import { openEventStream, type EventStream } from "./eventStream";
import { followChanges, type Changes, type Step } from "./followChanges";
import type { LiveTopic } from "./topic";

const heartbeatMilliseconds = 20_000;
/** The end of a session is felt within a second. */
const sessionCheckMilliseconds = 700;
const mostStreamsOfUser = 20;
/** Further back than so many changes a viewer reads anew. */
const longestResume = 20_000n;

type Reader = { session: Session; stream: EventStream };

export type LiveOptions = {
  database: Pick<Database, "kysely" | "listen">;
  log: DatabaseLog;
  topics: readonly LiveTopic[];
  /** The hash of all declarations at this moment. */
  declarationsHash: () => string;
  /** Those of the sessions that still hold, as they are now. */
  findSessions: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Session>>;
};

export type Live = {
  /**
   * Begins a stream; with the id of the last event a viewer has, what came
   * since comes first. Throws too_many_requests, unavailable while stopping.
   */
  open(reader: {
    session: Session;
    reply: FastifyReply;
    after: string | undefined;
  }): Promise<void>;
  /** Tells every viewer at once what is in no change of the database. */
  tell(event: LiveEvent): void;
  /** Ends every stream, and follows nothing any more. */
  close(): Promise<void>;
};

/** The streams of one server over what changes in the database. */
export function createLive(options: LiveOptions): Live {
  const { database, log, topics, declarationsHash, findSessions } = options;
  const readers = new Set<Reader>();
  const timers: NodeJS.Timeout[] = [];
  let following: Promise<Changes> | undefined;
  let position = () => 0n;
  let isClosing = false;

  const tellAll = ({ tell, upTo }: Step) => {
    for (const { session, stream } of readers) {
      const events = tell ? tell(session.viewer) : [reset];
      if (events.length > 0) stream.send(events, upTo);
    }
  };

  /** Also tells where everyone is: a long silence need not be read through. */
  const beat = ({ position }: Changes) => {
    for (const { stream } of readers) stream.send([], position());
  };

  const checkSessions = async () => {
    const ids = new Set([...readers].map((one) => one.session.sessionId));
    if (ids.size === 0) return;
    const held = await findSessions([...ids]);
    for (const reader of readers) {
      const session = held.get(reader.session.sessionId);
      if (session) reader.session = session;
      // Who came while the question was asked is not in the answer.
      else if (ids.has(reader.session.sessionId)) reader.stream.end();
    }
  };

  const follow = async () => {
    const changes = await followChanges({
      database,
      log,
      topics,
      onStep: tellAll,
    });
    position = () => changes.position();
    const every = (milliseconds: number, work: () => void) =>
      timers.push(setInterval(work, milliseconds).unref());
    every(heartbeatMilliseconds, () => {
      beat(changes);
    });
    every(sessionCheckMilliseconds, () => {
      checkSessions().catch((error: unknown) => {
        log.warn({ err: error }, "sessions of streams could not be checked");
      });
    });
    return changes;
  };

  const admit = ({ viewer }: Session) => {
    if (isClosing) throw failure("unavailable", { retryAfter: 2 });
    const own = [...readers].filter(
      ({ session }) => session.viewer.userId === viewer.userId,
    );
    if (own.length >= mostStreamsOfUser)
      throw failure("too_many_requests", { retryAfter: 60 });
  };

  return {
    open: async ({ session, reply, after }) => {
      admit(session);
      following ??= follow().catch((error: unknown) => {
        following = undefined;
        throw error;
      });
      const changes = await following;
      const missed = await catchUp(changes, { session, after });
      admit(session);
      const events: LiveEvent[] = [
        { name: "ready", data: { declarationsHash: declarationsHash() } },
        ...missed,
      ];
      const stream = openEventStream(reply, () => {
        readers.delete(reader);
      });
      const reader: Reader = { session, stream };
      readers.add(reader);
      stream.send(events, changes.position());
    },
    tell: (event) => {
      for (const { stream } of readers) stream.send([event], position());
    },
    close: async () => {
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      for (const { stream } of readers) stream.end();
      const changes = await following?.catch(() => undefined);
      await changes?.stop();
    },
  };
}

const reset: LiveEvent = { name: "reset", data: {} };

/**
 * What a returning viewer has missed, up to the present position, which may
 * move on while it is read.
 */
async function catchUp(
  { position, read }: Changes,
  { session, after }: { session: Session; after: string | undefined },
): Promise<LiveEvent[]> {
  if (after === undefined) return [];
  const events: LiveEvent[] = [];
  let from = BigInt(after);
  while (from !== position()) {
    const upTo = position();
    if (from > upTo || upTo - from > longestResume) return [reset];
    const tell = await read({ after: from, upTo });
    if (!tell) return [reset];
    events.push(...tell(session.viewer));
    from = upTo;
  }
  return events;
}
