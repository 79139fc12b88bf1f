// Runs every check and test of the project, even after a failure. Prints the
// output of failed steps in full and ends with the line: N passed, N failed.
import "./support/stopWithParent.mjs";
import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { findBrowser } from "./browser.mjs";
import { countPlaywright, countVitest } from "./support/counts.mjs";
import { run, scriptOf } from "./support/run.mjs";

const reports = "test-results";

/** The seed of all random values of the tests; a new one for each run. */
const seed = process.env.SEED ?? String(randomInt(2 ** 31));

const tsc = ["node", scriptOf("typescript-native", "tsc"), "-p"];

/** Static checks, which run beside the unit tests. */
const checks = [
  {
    title: "types fresh",
    command: ["node", "scripts/generateSchemas.mjs", "--check"],
  },
  { title: "arrows", command: ["node", "scripts/arrows.mjs"] },
  { title: "types browser", command: [...tsc, "tsconfig.browser.json"] },
  { title: "types server", command: [...tsc, "tsconfig.server.json"] },
  { title: "lint", command: ["node", scriptOf("oxlint")] },
  { title: "format", command: ["node", scriptOf("oxfmt"), "--check"] },
  {
    title: "workspace",
    command: ["node", scriptOf("tsx"), "scripts/lintWorkspace.ts"],
  },
  { title: "dead code", command: ["node", scriptOf("knip")] },
  { title: "walks", command: ["node", "scripts/walkDocs.mjs", "--types"] },
  { title: "weight", command: ["node", "scripts/weight.mjs"] },
];

const unitTests = {
  title: "unit and API",
  // A machine with two slow cores needs most of it; only a run that hangs needs more.
  minutes: 45,
  command: [
    "node",
    scriptOf("vitest"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reports}/vitest.json`,
  ],
  env: async () => ({ SEED: seed }),
  count: countVitest,
  report: `${reports}/vitest.json`,
};

const browserTests = {
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
};

const countOne = ({ code }) => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

const columns = ({ passed, failed, skipped }) =>
  [passed, failed, skipped].map((count) => String(count).padStart(8)).join("");

/** Runs a step and prints its result, with its whole output if it failed. */
const perform = async ({
  title,
  command,
  env,
  minutes = 30,
  count = countOne,
  report,
}) => {
  // A step that ends before it writes its report must not be counted by an old one.
  if (report) rmSync(report, { force: true });
  const outcome = await run({ command, env: await env?.(), minutes });
  const counts = count({ code: outcome.code, report });
  const hasFailed = counts.failed > 0;
  if (hasFailed) console.log(`\n--- ${title} ---\n${outcome.output.trim()}\n`);
  console.log(
    `${hasFailed ? "FAILED" : "ok"}`.padEnd(8) +
      `${title} (${outcome.seconds.toFixed(1)} s)`,
  );
  return { title, seconds: outcome.seconds, ...counts };
};

/** Counts a step that could not start as one failure. */
const performSafely = (step) =>
  perform(step).catch((error) => {
    console.log(`\n--- ${step.title} ---\n${error.message}\n`);
    return { title: step.title, seconds: 0, passed: 0, failed: 1, skipped: 0 };
  });

const performInTurn = async (steps) => {
  const results = [];
  for (const step of steps) results.push(await performSafely(step));
  return results;
};

// The unit tests often wait for processes, so the checks run beside them. The
// browser tests have the machine to themselves, because they wait for screens.
const sideBySide = await Promise.all([
  performInTurn([unitTests]),
  performInTurn(checks),
]);
const results = [
  ...sideBySide.flat(),
  ...(await performInTurn([browserTests])),
];

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
console.log(`\nSEED=${seed} repeats the random values of this run.`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
