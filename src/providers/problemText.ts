import type { Translate } from "./i18n/keys";
import type { FieldProblem } from "./validate";

/** A field's problem in words; null where there is none. */
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
