import { sql, type RawBuilder } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { runFollowing, runWithDeadline } from "../deadline";
import type { Database, DatabaseLog } from "../database";
import { retryUntilDone, type Pause } from "../retry";
import type { ChangeNumber } from "./knownChanges";
import { changesChannel, type ChangeTopic } from "./announce";
import { findSettled, readLastNumber, trackSettled } from "./settledNumber";

/** Change numbers greater than `after`, up to and including `upTo`. */
export type ChangeRange = { after: ChangeNumber; upTo: ChangeNumber };

/**
 * A table with its change numbers in `seq`. Where the index on them begins with the area
 * of a row, all areas are named.
 */
export type ChangedTable = {
  table: string;
  inAreas?: { column: string; areas: readonly string[] };
};

/** The tables of each topic that is read. */
export type TopicTables = Partial<Record<ChangeTopic, readonly ChangedTable[]>>;

/** The database is also polled, since a notification can be lost. */
const pollMilliseconds = 3_000;
/** Interval while an open transaction may hold a change number. */
const waitingMilliseconds = 25;
/**
 * After a read, the hub pauses for as long as the read took, within these
 * bounds, however many notifications arrive. Under load it reads less often.
 */
const pauses = { shortest: 25, longest: 60 };
/** A subscriber that fails again and again is tried after pauses that grow to this. */
const longestPauseMilliseconds = 10_000;

export type ChangeSubscriber = {
  /** The name in the log and in metrics. */
  name: string;
  /** Returns the tables that it reads now. */
  reads(): TopicTables;
  /**
   * Handles the changes of a range, in the topics with changes. The rows that it reads
   * may have later changes. Ranges come in order and without gaps; a range
   * that was rejected comes again. A range begins earlier if a transaction in it was
   * skipped, because it was open for over ten seconds, and has committed.
   */
  onChanges(
    range: ChangeRange,
    topics: ReadonlySet<ChangeTopic>,
  ): Promise<void>;
};

export type Subscription = {
  /** Every change up to this number was handled. */
  number(): ChangeNumber;
  /** Returns whether the subscriber has handled a change, after at most `milliseconds`. */
  reaches(number: ChangeNumber, milliseconds: number): Promise<boolean>;
  stop(): Promise<void>;
};

/** How far a subscriber is. */
export type SubscriberState = {
  name: string;
  /** Every change up to this number was handled. */
  number: ChangeNumber;
  /** The newest change number that the hub has seen. */
  last: ChangeNumber;
  /** When it last handled all changes that it could, by `performance.now()`. */
  readAt: number;
};

/** Follows the changes of the database, once for all parts of a process. */
export type ChangeHub = {
  /**
   * Gives the changes from now on to a subscriber. Resolves once the transactions that are
   * open at the start of the hub have ended, so that the subscriber misses none of their
   * changes. The hub tries until the database answers, and stops with `stop`.
   */
  subscribe(subscriber: ChangeSubscriber): Promise<Subscription>;
  /** Returns a number up to which a statement that starts now sees every change. */
  settled(): Promise<ChangeNumber>;
  /**
   * Returns the number, or a lower number, from which a reader can resume on any server
   * and misses nothing: the changes of a skipped transaction after it are still to come.
   */
  resumable(number: ChangeNumber): ChangeNumber;
  /**
   * Returns whether any transaction has taken a number. Clients send numbers, and a wait
   * for an untaken number would be in vain. Calls at once share a statement.
   */
  isTaken(number: ChangeNumber): Promise<boolean>;
  states(): readonly SubscriberState[];
  stop(): Promise<void>;
};

type Subscribed = ChangeSubscriber & {
  number: ChangeNumber;
  readAt: number;
  /** Set if changes after it were missed, while the subscriber handles others. */
  againAfter: ChangeNumber | null;
  running: Promise<void> | undefined;
  /** Called after each range. */
  waiting: Set<() => void>;
  stopping: AbortController;
};

/** Makes the hub of a process. It begins with the first subscriber. */
export function createChangeHub({
  database,
  log,
  elapsed,
  beforeRetry,
}: {
  database: Pick<Database, "kysely" | "listen">;
  log: DatabaseLog;
  /** Returns a time in milliseconds that only moves on. */
  elapsed?: () => number;
  /** Waits before a subscriber that failed is tried again. */
  beforeRetry?: Pause;
}): ChangeHub {
  const { kysely } = database;
  const stopping = new AbortController();
  const look = trackSettled(database, elapsed);
  const subscribed = new Set<Subscribed>();
  /** The highest change number of each topic, as far as it was read. */
  const byTopic = new Map<string, ChangeNumber>();
  /** Set until the changes after it are delivered again. */
  let missedAfter: ChangeNumber | null = null;
  let settled = 0n;
  let last = 0n;
  /** The lowest number of a skipped transaction that is still open. */
  let skippedAfter: ChangeNumber | null = null;
  let lookedAt = 0;
  let starting: Promise<(() => Promise<void>) | undefined> | undefined;
  let hasStarted = false;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let reading: Promise<void> | undefined;
  let isNotified = false;
  let checking: Promise<void> = Promise.resolve();
  let nextCheck: Promise<void> | undefined;

  const warn =
    (name: string, signal: AbortSignal = stopping.signal) =>
    (err: unknown) => {
      // A stop ends what runs.
      if (!signal.aborted)
        log.warn({ err, reader: name }, "changes could not be followed");
    };

  const deliver = async (to: Subscribed) => {
    const range = { after: to.number, upTo: settled };
    const topics = topicsOf(to.reads()).filter(
      (topic) => (byTopic.get(topic) ?? 0n) > range.after,
    );
    await to.onChanges(range, new Set(topics));
    to.number = lower(to.againAfter, range.upTo);
    to.againAfter = null;
    for (const look of to.waiting) look();
  };

  /** Delivers until the subscriber has all changes. The others do not wait for it. */
  const deliverAll = async (to: Subscribed) => {
    const { signal } = to.stopping;
    while (to.number < settled && !signal.aborted)
      await retryUntilDone(() => deliver(to), {
        signal,
        onFailure: warn(to.name, signal),
        longestMs: longestPauseMilliseconds,
        pause: beforeRetry,
      });
    to.readAt = lookedAt;
    to.running = undefined;
  };

  const rewind = (after: ChangeNumber) => {
    for (const to of subscribed)
      if (to.running) to.againAfter = lower(to.againAfter, after);
      else if (to.number > after) to.number = after;
  };

  const readNew = async () => {
    const startedAt = performance.now();
    const found = await look();
    if (found.missedAfter !== null)
      missedAfter = lower(missedAfter, found.missedAfter);
    if (found.settled !== settled || missedAfter !== null)
      for (const [topic, number] of await readTopics(
        lower(missedAfter, settled),
      ))
        byTopic.set(topic, number);
    settled = found.settled;
    last = found.last;
    skippedAfter = found.skippedAfter;
    lookedAt = startedAt;
    if (missedAfter !== null) rewind(missedAfter);
    missedAfter = null;
    for (const to of subscribed)
      if (!to.running && to.number < settled) to.running = deliverAll(to);
    return found.isWaiting ? waitingMilliseconds : pollMilliseconds;
  };

  /**
   * Reads the highest number of each topic with changes after a number, also where it is
   * not settled yet: a transaction of which a part is settled has ended.
   */
  const readTopics = async (
    after: ChangeNumber,
  ): Promise<[string, ChangeNumber][]> => {
    const reads = [...subscribed].flatMap((one) => Object.entries(one.reads()));
    if (reads.length === 0) return [];
    const highest = new Map(
      reads.flatMap(([topic, tables]) =>
        [tombstonesOf(topic), ...tables].map((changed) => [
          JSON.stringify([topic, changed]),
          highestNumber(topic, changed, after),
        ]),
      ),
    );
    const { rows } = await sql<{ topic: string; number: string }>`
      select topic, max(number)::text as number
      from (${sql.join([...highest.values()], sql` union all `)}) as changed
      where number is not null group by topic`.execute(kysely);
    return rows.map(({ topic, number }) => [topic, BigInt(number)]);
  };

  const schedule = (delay: number) => {
    const at = performance.now() + delay;
    if (stopping.signal.aborted || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(run, delay).unref();
  };

  const run = () => {
    dueAt = Infinity;
    const startedAt = performance.now();
    // A request that starts the hub must not limit it.
    reading = runFollowing(readNew)
      .catch((error: unknown) => {
        warn("hub")(error);
        return pollMilliseconds;
      })
      .then((delay) => {
        reading = undefined;
        const pauseFor = Math.min(
          Math.max(performance.now() - startedAt, pauses.shortest),
          pauses.longest,
        );
        schedule(isNotified ? Math.min(pauseFor, delay) : delay);
        isNotified = false;
      });
  };

  /**
   * Waits until every change that a viewer may have read already is settled. Only the
   * writers of the first look count, since others may always be writing.
   */
  const begin = async () => {
    const first = await look();
    let found = first;
    while (found.settled < first.last) {
      await pause(waitingMilliseconds, undefined, { signal: stopping.signal });
      found = await look();
    }
    ({ settled, last, skippedAfter } = found);
    lookedAt = performance.now();
    const unlisten = await database.listen(changesChannel, () => {
      if (reading) isNotified = true;
      else schedule(0);
    });
    hasStarted = true;
    schedule(pollMilliseconds);
    return unlisten;
  };

  const start = () => {
    starting ??= runFollowing(() =>
      retryUntilDone(begin, {
        signal: stopping.signal,
        onFailure: warn("hub"),
      }),
    );
    return starting;
  };

  const resumable = (number: ChangeNumber) =>
    [...subscribed].reduce(
      (least, { againAfter }) => lower(againAfter, least),
      lower(skippedAfter, number),
    );

  const readLast = () => {
    nextCheck = undefined;
    checking = runWithDeadline(null, async () => {
      last = await readLastNumber(kysely);
    });
    return checking;
  };

  return {
    subscribe: async (subscriber) => {
      await start();
      // A read that runs already leaves out the topics of the subscriber.
      await reading;
      const to: Subscribed = {
        ...subscriber,
        number: settled,
        readAt: lookedAt,
        againAfter: null,
        running: undefined,
        waiting: new Set(),
        stopping: new AbortController(),
      };
      subscribed.add(to);
      return {
        number: () => handledBy(to),
        reaches: (number, milliseconds) => hasReached(to, number, milliseconds),
        stop: async () => {
          subscribed.delete(to);
          to.stopping.abort();
          await to.running;
        },
      };
    },
    settled: async () =>
      hasStarted ? resumable(settled) : findSettled(database),
    resumable,
    isTaken: async (number) => {
      // A check that runs already may have missed the number.
      if (number > last)
        await (nextCheck ??= checking.then(readLast, readLast));
      return number <= last;
    },
    states: () =>
      [...subscribed].map(({ name, number, readAt }) => ({
        ...{ name, number, last },
        readAt: number < settled ? readAt : lookedAt,
      })),
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      for (const to of subscribed) to.stopping.abort();
      const unlisten = await starting;
      await reading;
      for (const { running } of subscribed) await running;
      await unlisten?.();
    },
  };
}

const tombstonesOf = (topic: string): ChangedTable => ({
  table: "tombstones",
  inAreas: { column: "topic", areas: [topic] },
});

/** Returns the SELECT of the highest number of a topic in a table after a number. */
function highestNumber(
  topic: string,
  { table, inAreas }: ChangedTable,
  after: ChangeNumber,
): RawBuilder<unknown> {
  const isWithin = inAreas
    ? sql`${sql.ref(inAreas.column)} in (${sql.join([...inAreas.areas])})`
    : sql`true`;
  return sql`
    select ${topic}::text as topic, max(seq) as number from ${sql.table(table)}
    where ${isWithin} and seq > ${String(after)}::bigint`;
}

const lower = (left: ChangeNumber | null, right: ChangeNumber): ChangeNumber =>
  left !== null && left < right ? left : right;

const handledBy = ({ againAfter, number }: Subscribed): ChangeNumber =>
  lower(againAfter, number);

const hasReached = (
  to: Subscribed,
  number: ChangeNumber,
  milliseconds: number,
): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isReached: boolean) => {
      clearTimeout(timer);
      to.waiting.delete(look);
      resolve(isReached);
    };
    const timer = setTimeout(end, milliseconds, false);
    const look = () => {
      if (handledBy(to) >= number) end(true);
    };
    to.waiting.add(look);
    look();
  });

/** Returns the topics of a subscriber. */
export const topicsOf = (reads: TopicTables): ChangeTopic[] =>
  Object.keys(reads) as ChangeTopic[];
