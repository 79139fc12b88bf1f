import { existsSync, readFileSync } from "node:fs";

const nothingRan = { passed: 0, failed: 1, skipped: 0 };

const readReport = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;

/**
 * A runner that stopped with an error although no test failed, or that ran no
 * test at all, counts as one failure.
 */
const distrust = ({ code, counts }) => {
  const hasRun = counts.passed + counts.failed > 0;
  const isSilentFailure = code !== 0 && counts.failed === 0;
  return hasRun && !isSilentFailure
    ? counts
    : { ...counts, failed: counts.failed + 1 };
};

/** What Vitest's JSON report says; a file that could not be read is a failure. */
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

/** What Playwright's JSON report says; one that passed only at a second try failed. */
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
