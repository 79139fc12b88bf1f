// Runs every check of the project, also after one has failed, shows what failed
// in full and ends with one line: N passed, N failed.
import "./support/stopWithParent.mjs";
import { findBrowser } from "./browser.mjs";
import { countPlaywright, countVitest } from "./support/counts.mjs";
import { run, scriptOf } from "./support/run.mjs";

const reports = "test-results";

const tsc = ["node", scriptOf("typescript", "tsc"), "-p"];

/** Read only: they may run beside each other. */
const checks = [
  {
    title: "types fresh",
    command: ["node", "scripts/generateSchemas.mjs", "--check"],
  },
  { title: "arrows", command: ["node", "scripts/arrows.mjs"] },
  { title: "types browser", command: [...tsc, "tsconfig.json"] },
  { title: "types server", command: [...tsc, "tsconfig.server.json"] },
  {
    title: "lint",
    command: ["node", scriptOf("eslint"), ".", "--max-warnings", "0"],
  },
  { title: "format", command: ["node", scriptOf("prettier"), "--check", "."] },
  {
    title: "workspace",
    command: ["node", scriptOf("tsx"), "scripts/lintWorkspace.ts"],
  },
  { title: "dead code", command: ["node", scriptOf("knip")] },
  { title: "weight", command: ["node", "scripts/weight.mjs"] },
];

const suites = [
  {
    title: "unit and API",
    command: [
      "node",
      scriptOf("vitest"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reports}/vitest.json`,
    ],
    count: countVitest,
    report: `${reports}/vitest.json`,
  },
  {
    title: "end to end",
    command: [
      "node",
      scriptOf("@playwright/test", "playwright"),
      "test",
      "--reporter=list,json",
    ],
    env: async () => ({
      CHROMIUM_PATH: await findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/playwright.json`,
    }),
    count: countPlaywright,
    report: `${reports}/playwright.json`,
  },
];

const countOne = ({ code }) => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

const columns = ({ passed, failed, skipped }) =>
  [passed, failed, skipped].map((count) => String(count).padStart(8)).join("");

/** Runs one step; prints its line and, if it failed, all that it printed. */
const perform = async ({ title, command, env, count = countOne, report }) => {
  const outcome = await run({ command, env: await env?.(), minutes: 30 });
  const counts = count({ code: outcome.code, report });
  const hasFailed = counts.failed > 0;
  if (hasFailed) console.log(`\n--- ${title} ---\n${outcome.output.trim()}\n`);
  console.log(
    `${hasFailed ? "FAILED" : "ok"}`.padEnd(8) +
      `${title} (${outcome.seconds.toFixed(1)} s)`,
  );
  return { title, seconds: outcome.seconds, ...counts };
};

/** What a step comes to that could not even start. */
const performSafely = (step) =>
  perform(step).catch((error) => {
    console.log(`\n--- ${step.title} ---\n${error.message}\n`);
    return { title: step.title, seconds: 0, passed: 0, failed: 1, skipped: 0 };
  });

/** Two workers over one queue: as many as the machines we count on have cores. */
const performTwoAtATime = async (steps) => {
  const queue = steps.entries();
  const results = [];
  const work = async () => {
    for (const [index, step] of queue) {
      results[index] = await performSafely(step);
    }
  };
  await Promise.all([work(), work()]);
  return results;
};

const results = await performTwoAtATime(checks);
for (const suite of suites) results.push(await performSafely(suite));

const total = results.reduce(
  (sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
  }),
  { passed: 0, failed: 0, skipped: 0 },
);

console.log(`\n${"".padEnd(16)}  passed  failed skipped seconds`);
for (const result of results) {
  const seconds = result.seconds.toFixed(1).padStart(8);
  console.log(result.title.padEnd(16) + columns(result) + seconds);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
