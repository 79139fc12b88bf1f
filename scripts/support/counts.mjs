import { existsSync, readFileSync } from "node:fs";

const nothingRan = { passed: 0, failed: 1, skipped: 0 };

const readReport = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;

/**
 * Adds one failure when the runner ended with an error although no test failed,
 * or when it ran no test at all.
 */
const distrust = ({ code, counts }) => {
  const hasRun = counts.passed + counts.failed > 0;
  const isSilentFailure = code !== 0 && counts.failed === 0;
  return hasRun && !isSilentFailure
    ? counts
    : { ...counts, failed: counts.failed + 1 };
};

/** Counts Vitest's JSON report. A test file that fails to load is one failure. */
export const countVitest = ({ code, report }) => {
  const results = readReport(report);
  if (results === null) return nothingRan;
  const brokenFiles = results.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" &&
      assertionResults.every((test) => test.status !== "failed"),
  );
  return distrust({
    code,
    counts: {
      passed: results.numPassedTests,
      failed: results.numFailedTests + brokenFiles.length,
      skipped: results.numPendingTests + results.numTodoTests,
    },
  });
};

/** Counts Playwright's JSON report. A flaky test is a failure. */
export const countPlaywright = ({ code, report }) => {
  const results = readReport(report);
  if (results === null) return nothingRan;
  const { expected, unexpected, flaky, skipped } = results.stats;
  return distrust({
    code,
    counts: {
      passed: expected,
      failed: unexpected + flaky + results.errors.length,
      skipped,
    },
  });
};
