import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "./support";

const counting = pathToFileURL(path.resolve("scripts/support/counts.mjs")).href;

/** Counts the report and exit code of a test runner. */
const count = (
  counter: "countVitest" | "countPlaywright",
  { report, code = 0 }: { report?: object; code?: number },
): unknown => {
  const folder = makeTestFolder(
    report === undefined ? {} : { "report.json": JSON.stringify(report) },
  );
  const program = `
    import { ${counter} } from ${JSON.stringify(counting)};
    console.log(JSON.stringify(${counter}({ code: ${code}, report: "report.json" })));
  `;
  const { stdout } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { cwd: folder, encoding: "utf8" },
  );
  return JSON.parse(stdout);
};

const vitest = (changes: object = {}) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [],
  ...changes,
});

const playwright = (stats: object = {}, errors: string[] = []) => ({
  stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 1, ...stats },
  errors,
});

describe("counting the tests of a run", () => {
  it("takes over what the runner counted", () => {
    const counts = { passed: 5, failed: 0, skipped: 1 };
    expect(count("countVitest", { report: vitest() })).toEqual(counts);
    expect(count("countPlaywright", { report: playwright() })).toEqual(counts);
  });

  it("counts a missing report as a failure", () => {
    const counts = { passed: 0, failed: 1, skipped: 0 };
    expect(count("countVitest", {})).toEqual(counts);
    expect(count("countPlaywright", {})).toEqual(counts);
  });

  it("counts a run without a test as a failure", () => {
    const report = vitest({ numPassedTests: 0 });
    expect(count("countVitest", { report })).toMatchObject({ failed: 1 });
    expect(
      count("countPlaywright", { report: playwright({ expected: 0 }) }),
    ).toMatchObject({ failed: 1 });
  });

  it("counts a file that could not be read as a failure", () => {
    const testResults = [{ status: "failed", assertionResults: [] }];
    expect(
      count("countVitest", { report: vitest({ testResults }), code: 1 }),
    ).toMatchObject({ passed: 5, failed: 1 });
  });

  it("counts an error beside passing tests as a failure", () => {
    expect(count("countVitest", { report: vitest(), code: 1 })).toMatchObject({
      failed: 1,
    });
    expect(
      count("countPlaywright", { report: playwright({}, ["gone"]), code: 1 }),
    ).toMatchObject({ failed: 1 });
  });

  it("counts an end-to-end test that passed at a second try as a failure", () => {
    expect(
      count("countPlaywright", { report: playwright({ flaky: 2 }) }),
    ).toMatchObject({ failed: 2 });
  });
});
