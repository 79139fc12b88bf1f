import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { buildApp } from "../../../../server/app";
import { createContext } from "../../../../server/createContext";
import { startColumns } from "../../../../server/declare";
import { openAll } from "../../../support/areas";
import { programDatabase } from "../../../support/database";
import { until } from "../../../support/eventually";

const token = "scrape-2f6c1d9e8b7a4053";
const { jobs, columns, ...opened } = await createContext({
  ...(await programDatabase()),
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  INDEX_MEMORY: "64",
  METRICS_TOKEN: token,
});
const context = openAll({ ...opened, jobs });
const app = await buildApp(context);
const stopColumns = startColumns(context, columns);
afterAll(async () => {
  await app.close();
  await jobs.stop();
  await stopColumns();
  await context.database.close();
});

/** Resolves to the metrics once they have all of these lines. */
const shows = (...samples: RegExp[]) =>
  until(async () => {
    const { body } = await app.inject({
      url: "/metrics",
      headers: { authorization: `Bearer ${token}` },
    });
    return samples.every((sample) => sample.test(body)) && body;
  });

it("shows the runs of jobs with their rows and failures", async () => {
  jobs.start([
    { name: "clean", everySeconds: 3_600, run: () => Promise.resolve(3) },
    {
      name: "break",
      everySeconds: 3_600,
      run: () => Promise.reject(new Error("broken")),
    },
  ]);
  const text = await shows(
    /^seriba_job_runs_total\{job="clean",result="done"\} 1$/m,
    /^seriba_job_handled_total\{job="clean"\} 3$/m,
    /^seriba_job_last_run_seconds\{job="clean"\} \d/m,
    /^seriba_job_last_success_timestamp_seconds\{job="clean"\} \d/m,
    /^seriba_job_runs_total\{job="break",result="failed"\} [1-9]/m,
  );
  expect(text).not.toMatch(/last_success_timestamp_seconds\{job="break"/);
  expect(text).not.toContain("broken");
});

it("shows the areas in memory and how far the index follows", async () => {
  const text = await shows(
    /^seriba_index_loaded\{area="auction"\} 1$/m,
    /^seriba_index_loading\{area="auction"\} 0$/m,
    /^seriba_index_rows\{area="auction"\} 0$/m,
    /^seriba_index_bytes\{area="stats"\} \d/m,
    /^seriba_changes_lag\{follower="index"\} 0$/m,
    /^seriba_changes_read_age_seconds\{follower="index"\} \d/m,
  );
  expect(text).toMatch(/^seriba_index_limit_bytes 67108864$/m);
});

it("shows only metrics that docs/operating.md describes", async () => {
  const text = await shows();
  const names = [...text.matchAll(/^# TYPE (seriba_\w+)/gm)].map(
    ([, name]) => name,
  );
  const documented = readFileSync("docs/operating.md", "utf8");
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual(
    [],
  );
});
