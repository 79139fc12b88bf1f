import type { CallProblem } from "./CallError";

/** Splits problems into errors and warnings. */
export const bySeverity = (problems: readonly CallProblem[]) => ({
  errors: problems.filter(({ severity }) => severity !== "warning"),
  warnings: problems.filter(({ severity }) => severity === "warning"),
});
