import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type PgBoss from "pg-boss";
import type { Clock } from "../clock";
import { afterCommit, type Database, type DatabaseLog } from "../database";
import { retryUntilDone } from "../retry";
import { bossDatabase, bossTransaction } from "./bossDatabase";
import type { Job, JobQueue } from "./job";
import { recordRun } from "./jobRuns";

/** The NOTIFY channel that wakes a job; the payload is its name. */
const channel = "seriba_jobs";
/** A notification can be lost, so each job also looks for work by itself. */
const pollMilliseconds = 15_000;
const longestRetryMilliseconds = 2_000;
/** A step that still runs after this time is left to the next start. */
const stopMilliseconds = 6_000;
/** Waiting wake-ups of a job are answered by one run. */
const batchSize = 100;
/** pg-boss keeps finished wake-ups this long and throttles no longer than that. */
const archiveSeconds = 3_600;

const retrySeconds = 15;
const mostRetries = 8;

/**
 * The pause before a retry doubles each time and is never longer than the interval of the
 * job: a regular run follows the last retry. Without this limit one row that fails in each
 * run would delay all others by up to two hours.
 */
const queueOptions = ({ everySeconds }: Job) => ({
  retryLimit: Math.min(
    Math.max(Math.floor(Math.log2(everySeconds / retrySeconds)), 0),
    mostRetries,
  ),
  retryDelay: retrySeconds,
  retryBackoff: true,
  expireInSeconds: 900,
});

/** The end of a run, which was not cut off by the stop of the program. */
export type EndedRun = {
  job: string;
  seconds: number;
  /** The number of rows; null if the run failed. */
  handled: number | null;
};

export type Jobs = JobQueue & {
  /** Starts the jobs in the background. Call it once. */
  start(jobs: readonly Job[]): void;
  /** Stops taking work and waits up to six seconds for the running steps. */
  stop(): Promise<void>;
};

/**
 * Makes the background jobs of a program. pg-boss stores the wake-ups and their
 * retries in the database; it is loaded only when jobs start. A job that throws
 * runs again after 15 s, 30 s, 60 s and so on, eight times, and at its interval at the
 * latest; each failure is in `job_runs` and in the log.
 *
 * @example
 * await inTransaction(database, async (trx) => {
 *   await trx.insertInto("outbox").values(mail).execute();
 *   await jobs.enqueue(trx, "send-mail");
 * });
 */
export function createJobs(options: {
  database: Database;
  clock: Clock;
  log: DatabaseLog;
  /** Called after each run, also if it handled nothing. */
  onRun?: ((run: EndedRun) => void) | undefined;
}): Jobs {
  const { database, log } = options;
  const stopping = new AbortController();
  const wakes = new EventEmitter().setMaxListeners(0);
  let boss: PgBoss | undefined;
  let running: Promise<void> | undefined;

  const runAll = async (jobs: readonly Job[]) => {
    const { signal } = stopping;
    const opened = await openBoss(options, jobs, signal);
    if (!opened) return;
    boss = opened;
    const unlisten = await database.listen(channel, (name) => {
      wakes.emit(name);
    });
    try {
      const worker = { ...options, boss: opened, wakes, signal };
      await Promise.all(jobs.map((job) => keepRunning(worker, job)));
    } finally {
      await unlisten();
      await opened.stop({ graceful: false, close: false });
    }
  };

  return {
    start: (jobs) => {
      running = runAll(jobs).catch((error: unknown) => {
        log.error({ err: error }, "the jobs stopped");
      });
    },
    stop: async () => {
      stopping.abort();
      const late = new AbortController();
      await Promise.race([
        running,
        pause(stopMilliseconds, undefined, { signal: late.signal }).catch(
          () => undefined,
        ),
      ]);
      late.abort();
    },
    enqueue: async (trx, job) => {
      if (!boss) return;
      await boss.send(job, {}, { db: bossTransaction(trx) });
      await afterCommit(trx, (notify) => {
        notify(channel, job);
      });
    },
  };
}

/** Retries until the database answers. Returns undefined when stopped before. */
async function openBoss(
  { database, log }: { database: Database; log: DatabaseLog },
  jobs: readonly Job[],
  signal: AbortSignal,
): Promise<PgBoss | undefined> {
  const { default: Boss } = await import("pg-boss");
  const open = async () => {
    const boss = new Boss({
      db: bossDatabase(database.longRunning),
      schedule: false,
      maintenanceIntervalSeconds: 60,
      archiveCompletedAfterSeconds: archiveSeconds,
      deleteAfterDays: 7,
    });
    boss.on("error", (error) => {
      log.warn({ err: error }, "the job queue could not be maintained");
    });
    try {
      await boss.start();
      for (const job of jobs) {
        const { name } = job;
        const options = { name, ...queueOptions(job) };
        await boss.createQueue(name, options);
        // An earlier version may have made the queue.
        await boss.updateQueue(name, options);
      }
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false, close: false }).catch(() => undefined);
      throw error;
    }
  };
  return retryUntilDone(open, {
    signal,
    longestMs: longestRetryMilliseconds,
    onFailure: (error) => {
      log.warn({ err: error }, "the job queue does not start");
    },
  });
}

type Worker = {
  database: Database;
  clock: Clock;
  log: DatabaseLog;
  onRun?: ((run: EndedRun) => void) | undefined;
  boss: PgBoss;
  wakes: EventEmitter;
  signal: AbortSignal;
};

/** Runs a job at start, when woken, and as often as it asks for. */
async function keepRunning(worker: Worker, job: Job): Promise<void> {
  const { boss, log, signal } = worker;
  const isStopping = () => signal.aborted;
  let isFirst = true;
  while (!isStopping()) {
    const idle = new AbortController();
    const woken = waitForWake(worker, job, idle.signal);
    try {
      await wakeRegularly(boss, job, isFirst);
      isFirst = false;
      let hasRun: boolean;
      do hasRun = await runWaiting(worker, job);
      while (hasRun && !isStopping());
    } catch (error) {
      log.warn({ err: error, job: job.name }, "a job could not be started");
    }
    await woken;
    idle.abort();
  }
}

/** Listens before the work is looked up, so that no wake-up is missed. */
async function waitForWake(
  { wakes, signal }: Worker,
  { name, everySeconds }: Job,
  idle: AbortSignal,
): Promise<void> {
  const either = AbortSignal.any([signal, idle]);
  const longest = Math.min(pollMilliseconds, everySeconds * 1000);
  await Promise.race([
    once(wakes, name, { signal: either }).catch(() => undefined),
    pauseUnlessAborted(longest, either),
  ]);
}

/** Adds the regular wake-up, unless a wake-up or a retry waits already. */
async function wakeRegularly(
  boss: PgBoss,
  { name, everySeconds }: Job,
  isFirst: boolean,
): Promise<void> {
  if (isFirst) await boss.send(name, {});
  else if ((await boss.getQueueSize(name)) === 0)
    await boss.send(name, {}, regularly(everySeconds));
}

/**
 * Several servers share one wake-up in each interval. Beyond the memory of pg-boss, it
 * waits for the whole interval, during which no server adds another.
 */
const regularly = (everySeconds: number): PgBoss.SendOptions =>
  everySeconds <= archiveSeconds
    ? { singletonSeconds: everySeconds }
    : { startAfter: everySeconds };

/** Runs the job once for all its wake-ups. Returns false without any. */
async function runWaiting(
  { database, clock, log, onRun, boss, signal }: Worker,
  job: Job,
): Promise<boolean> {
  const { name } = job;
  const taken = await boss.fetch(name, { batchSize, includeMetadata: true });
  if (taken.length === 0) return false;
  const ids = taken.map(({ id }) => id);
  const startedAt = clock.now();
  const since = performance.now();
  const report = (handled: number | null) => {
    const seconds = (performance.now() - since) / 1_000;
    onRun?.({ job: name, seconds, handled });
  };
  const attempt = 1 + Math.max(...taken.map(({ retryCount }) => retryCount));
  const record = (result: { handled: number } | { error: unknown }) =>
    recordRun(database, {
      job: name,
      startedAt,
      endedAt: clock.now(),
      attempt,
      ...result,
    });
  try {
    const handled = await job.run(signal);
    report(handled);
    if (handled > 0) await record({ handled });
    await boss.complete(name, ids);
  } catch (error) {
    const isStopped = signal.aborted && isAbortError(error);
    if (!isStopped) {
      report(null);
      log.error({ err: error, job: name }, "a job failed");
      await record({ error });
    }
    await boss.fail(name, ids);
  }
  return true;
}

const isAbortError = (error: unknown): boolean =>
  error instanceof Error && error.name === "AbortError";

const pauseUnlessAborted = (
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> =>
  pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
