import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { startDemo } from "../../../server/demo/start";
import { inTransaction } from "../../../server/platform/database";
import { createJobs, type Job } from "../../../server/platform/jobs";
import { testApp } from "../../support/app";
import { jobsOf, openAll } from "../../support/areas";
import { demoRoot } from "../../support/demoRoot";
import { memoryLog } from "../../support/memoryLog";
import { newFolder } from "../feed/support";

const server = await testApp({
  root: await demoRoot(),
  environment: {
    DEMO: "on",
    DEMO_SCALE: "0.5",
    DATA_DIRECTORY: await newFolder(),
  },
});
const { database, clock } = server.context;
const { log, complaints } = memoryLog();
const jobs = createJobs({ database, clock, log });
const context = openAll({
  ...server.context,
  log: Object.assign(server.context.log, log),
  jobs,
});
const demo = await startDemo(context);
const list = [...jobsOf(context), ...(demo?.jobs ?? [])];
afterAll(() => jobs.stop());

/** The wake-ups that each job has had. */
async function wakeUps(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from pgboss.job group by name
  `.execute(database.kysely);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Starts the jobs and resolves once each of them ran `times` times in a row. */
function runJobs(times: number): Promise<unknown> {
  const started: Job[] = [];
  const runs = list.map(
    (job) =>
      new Promise<void>((resolve, reject) => {
        let count = 0;
        const run = async (signal: AbortSignal) => {
          const handled = await job.run(signal).catch((error: unknown) => {
            reject(error instanceof Error ? error : new Error(String(error)));
            throw error;
          });
          count += 1;
          if (count >= times) resolve();
          return handled;
        };
        started.push({ ...job, run });
      }),
  );
  jobs.start(started);
  return Promise.all(runs);
}

it("logs no warning while the demo starts and every job runs, today and the next day", async () => {
  expect(demo).not.toBeNull();
  const done = runJobs(2);
  await expect
    .poll(async () => Object.keys(await wakeUps().catch(() => ({}))).length)
    .toBe(list.length);
  server.wait(24 * 3_600_000);
  await inTransaction(database, async (trx) => {
    for (const { name } of list) await jobs.enqueue(trx, name);
  });
  await done;
  // A notification without a wake-up lets each job plan its next regular run.
  await expect
    .poll(async () => {
      for (const { name } of list)
        await sql`select pg_notify('seriba_jobs', ${name})`.execute(
          database.kysely,
        );
      return Math.min(...Object.values(await wakeUps()));
    })
    .toBeGreaterThanOrEqual(3);
  expect(complaints).toEqual([]);
});
