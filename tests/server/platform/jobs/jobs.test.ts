import { sql } from "kysely";
import { afterEach, beforeAll, expect, it } from "vitest";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import {
  createJobs,
  type Job,
  type Jobs,
} from "../../../../server/platform/jobs";
import { eachDatabase, memoryLog } from "../../../support/database";

const clock = { now: () => new Date("2026-11-20T10:42:00+09:00") };
const started: Jobs[] = [];

afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
});

let made = 0;

/** Counts runs, and resolves `reached(n)` once the job ran n times. */
function countedJob(
  work: (run: number, signal: AbortSignal) => Promise<number> | number,
) {
  made += 1;
  let runs = 0;
  const waiting = new Map<number, () => void>();
  const job: Job = {
    name: `count-${made}`,
    everySeconds: 3_600,
    run: async (signal) => {
      runs += 1;
      waiting.get(runs)?.();
      return work(runs, signal);
    },
  };
  const reached = (count: number) =>
    runs >= count
      ? Promise.resolve()
      : new Promise<void>((resolve) => waiting.set(count, resolve));
  return { job, reached, runs: () => runs };
}

function startJobs(database: Database, ...list: Job[]) {
  const { log, lines } = memoryLog();
  const jobs = createJobs({ database, clock, log });
  started.push(jobs);
  jobs.start(list);
  return { jobs, lines };
}

const wake = (database: Database, jobs: Jobs, { name }: Job) =>
  inTransaction(database, (trx) => jobs.enqueue(trx, name));

const readRuns = (database: Database, { name }: Job) =>
  database.kysely
    .selectFrom("job_runs")
    .selectAll()
    .where("job", "=", name)
    .orderBy("id")
    .execute();

eachDatabase("background jobs", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it("run at start, for rows that became due while no program ran", async () => {
    const { job, reached } = countedJob(() => 0);
    startJobs(database, job);
    await reached(1);
  });

  it("run as soon as a transaction that wakes them commits", async () => {
    const { job, reached } = countedJob(() => 0);
    const { jobs } = startJobs(database, job);
    await reached(1);
    await wake(database, jobs, job);
    await reached(2);
  });

  it("run again after intervals of any length", async () => {
    const hour = 3_600;
    const year = 365 * 24 * hour;
    for (const everySeconds of [hour, hour + 1, 24 * hour, year]) {
      const { job, reached } = countedJob(() => 0);
      job.everySeconds = everySeconds;
      const { lines, jobs } = startJobs(database, job);
      await reached(1);
      await expect
        .poll(async () => {
          await notify(database, job);
          return wakeUps(database, job);
        })
        .toHaveLength(2);
      const [, next] = await wakeUps(database, job);
      // Wake-ups of up to an hour are aligned to the hour and can be due at once.
      expect(next).toBe(everySeconds > hour ? everySeconds : 0);
      await jobs.stop();
      expect(lines).toEqual([]);
    }
  });

  it("are not woken by a transaction that rolls back", async () => {
    const { job, reached, runs } = countedJob(() => 0);
    const { jobs } = startJobs(database, job);
    await reached(1);
    const rolledBack = inTransaction(database, async (trx) => {
      await jobs.enqueue(trx, job.name);
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await wake(database, jobs, job);
    await reached(2);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job where name = ${job.name}
    `.execute(database.kysely);
    expect(rows).toEqual([{ count: 2 }]);
    expect(runs()).toBe(2);
  });

  it("run again after a failure, which administrators can see", async () => {
    const { job, reached } = countedJob((run) => {
      if (run === 1) throw new Error("the first run fails");
      return 3;
    });
    const { lines } = startJobs(database, job);
    await reached(1);
    await expect.poll(() => retryCount(database, job)).toBe(1);
    // The pause before a retry is measured by the clock of the database.
    await sql`update pgboss.job set start_after = now() - interval '1 s'
      where name = ${job.name}`.execute(database.kysely);
    await notify(database, job);
    await reached(2);
    await expect
      .poll(() => readRuns(database, job))
      .toMatchObject([
        {
          job: job.name,
          outcome: "failed",
          attempt: 1,
          error: "Error: the first run fails",
        },
        { job: job.name, outcome: "done", attempt: 2, handled: 3, error: null },
      ]);
    expect(lines.join("")).toContain("a job failed");
  });

  it.each([15, 60, 300])(
    "that fail each time run again within their interval of %d s",
    async (everySeconds) => {
      const { job, runs } = countedJob(() => {
        throw new Error("each run fails");
      });
      job.everySeconds = everySeconds;
      startJobs(database, job);
      const pauses: number[] = [];
      const last = async () => {
        const { rows } = await sql<{ state: string; pause: number }>`
          select state, extract(epoch from start_after - started_on)::float8 as pause
          from pgboss.job where name = ${job.name} order by created_on limit 1
        `.execute(database.kysely);
        return rows[0];
      };
      const failed = async (count: number) => {
        await expect.poll(() => readRuns(database, job)).toHaveLength(count);
        await expect
          .poll(async () => (await last())?.state)
          .toMatch(/retry|failed/);
        return last();
      };
      for (let first = await failed(1); first?.state === "retry";) {
        pauses.push(first.pause);
        const count = runs();
        await sql`update pgboss.job set start_after = now() - interval '1 s'
          where name = ${job.name}`.execute(database.kysely);
        await notify(database, job);
        first = await failed(count + 1);
      }
      // A regular run follows the last retry.
      for (const pause of pauses)
        expect(pause).toBeLessThanOrEqual(everySeconds + 1);
      expect(pauses).toHaveLength({ 15: 0, 60: 2, 300: 4 }[everySeconds] ?? -1);
    },
  );

  it("finish the running step before they stop", async () => {
    let hasFinished = false;
    const { job, reached } = countedJob(async (_run, signal) => {
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
      });
      await database.kysely.selectFrom("users").select("id").execute();
      hasFinished = true;
      return 1;
    });
    const { jobs } = startJobs(database, job);
    await reached(1);
    await jobs.stop();
    expect(hasFinished).toBe(true);
    expect(await readRuns(database, job)).toMatchObject([{ outcome: "done" }]);
  });

  it("have not failed if the stop interrupts them", async () => {
    const { job, reached } = countedJob(async (_run, signal) => {
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
      });
      signal.throwIfAborted();
      return 1;
    });
    const { jobs, lines } = startJobs(database, job);
    await reached(1);
    await jobs.stop();
    expect(await readRuns(database, job)).toEqual([]);
    expect(lines.join("")).not.toContain("a job failed");
  });
});

const notify = (database: Database, { name }: Job) =>
  sql`select pg_notify('seriba_jobs', ${name})`.execute(database.kysely);

/** The seconds for which each wake-up of a job waits. */
async function wakeUps(database: Database, { name }: Job): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::float8 as seconds
    from pgboss.job where name = ${name} order by created_on
  `.execute(database.kysely);
  return rows.map(({ seconds }) => seconds);
}

/** The number of jobs that wait for a retry. */
async function retryCount(database: Database, { name }: Job): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where state = 'retry' and name = ${name}
  `.execute(database.kysely);
  return rows[0]?.count ?? 0;
}
