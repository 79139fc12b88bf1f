import { setTimeout as pause } from "node:timers/promises";
import type { Viewer } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";
import type { Database, DatabaseLog } from "../database";
import { liveChannel } from "./announce";
import { trackSettledPosition } from "./settledPosition";

/** Change numbers greater than `after`, up to and including `upTo`. */
export type ChangeRange = { after: bigint; upTo: bigint };

/** Returns the events of a range that a viewer may receive. */
export type EventsForViewer = (viewer: Viewer) => readonly LiveEvent[];

/**
 * Reads the changes of one area in a range, once for all viewers. Resolves to
 * null if there are too many to send row by row.
 */
export type LiveTopic = (range: ChangeRange) => Promise<EventsForViewer | null>;

/** The database is also polled, since a notification can be lost. */
const pollMilliseconds = 3_000;
/** Interval while an open transaction may hold a change number. */
const waitingMilliseconds = 100;
/** Least interval between two reads, however many notifications arrive. */
const pauseMilliseconds = 200;
/** Readers that reconnect together mostly resume from the same position. */
const mostCachedRanges = 100;

export type Step = {
  /** Null if there are too many changes to send. */
  eventsFor: EventsForViewer | null;
  upTo: bigint;
};

export type Changes = {
  /** Every change up to this number has been passed to `onStep`. */
  position: () => bigint;
  /** Returns the events of an earlier range; null if there are too many. */
  read: (range: ChangeRange) => Promise<EventsForViewer | null>;
  stop: () => Promise<void>;
};

/**
 * Follows the changes of the database, once for the whole server. Reads them
 * when a writer announces a change, and every few seconds. `onStep` is called
 * in order; each change is in exactly one step. Aborting `signal` ends the wait
 * for open transactions at the start.
 */
export async function followChanges(options: {
  database: Pick<Database, "kysely" | "listen">;
  log: DatabaseLog;
  topics: readonly LiveTopic[];
  onStep: (step: Step) => void;
  signal: AbortSignal;
}): Promise<Changes> {
  const { database, log, topics, onStep, signal } = options;
  const readPosition = trackSettledPosition(database);
  let position = await firstPosition(readPosition, signal);
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let reading: Promise<void> | undefined;
  let isNotified = false;
  let isStopped = false;

  const read = cachedReads(topics);

  const readNew = async () => {
    const { settled, isWaiting, hasMissed } = await readPosition();
    if (settled > position) {
      const eventsFor = await read({ after: position, upTo: settled });
      position = settled;
      onStep({ eventsFor, upTo: settled });
    }
    if (hasMissed) onStep({ eventsFor: null, upTo: position });
    return isWaiting ? waitingMilliseconds : pollMilliseconds;
  };

  const schedule = (delay: number) => {
    const at = performance.now() + delay;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(run, delay).unref();
  };

  const run = () => {
    dueAt = Infinity;
    reading = readNew()
      .catch((error: unknown) => {
        log.warn({ err: error }, "changes could not be read");
        return pollMilliseconds;
      })
      .then((delay) => {
        reading = undefined;
        schedule(isNotified ? pauseMilliseconds : delay);
        isNotified = false;
      });
  };

  const unlisten = await database.listen(liveChannel, () => {
    if (reading) isNotified = true;
    else schedule(pauseMilliseconds / 4);
  });
  schedule(pollMilliseconds);

  return {
    position: () => position,
    read,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await reading;
      await unlisten();
    },
  };
}

/** Waits until every change that a viewer may have read already is settled. */
async function firstPosition(
  readPosition: ReturnType<typeof trackSettledPosition>,
  signal: AbortSignal,
): Promise<bigint> {
  for (;;) {
    const { settled, isWaiting } = await readPosition();
    if (!isWaiting) return settled;
    await pause(waitingMilliseconds, undefined, { signal });
  }
}

/** Returns a function that reads each range once for all who need it. */
function cachedReads(topics: readonly LiveTopic[]): Changes["read"] {
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
