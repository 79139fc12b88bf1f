import type { Translate } from "./i18n/keys";
import type { FieldProblem } from "./validate";

/** Returns the error text of a field; null for a valid field. */
export const problemText = (
  problem: FieldProblem | null | undefined,
  t: Translate,
): string | null =>
  problem
    ? t(
        `auth.validation.${problem.key}`,
        problem.length === undefined ? {} : { length: problem.length },
      )
    : null;
