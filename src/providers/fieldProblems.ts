import {
  fieldProblems,
  type FieldProblem,
  type Validate,
} from "../../domain/fieldProblem";
import type { Translate } from "./i18n/useT";

export type { FieldProblem } from "../../domain/fieldProblem";

/**
 * Validates form values with a compiled schema and returns the problems by
 * field. An empty text counts as missing. The server uses the same schema.
 */
export function checkForm(
  validate: Validate,
  values: Readonly<Record<string, unknown>>,
): Record<string, FieldProblem> {
  const filled = Object.entries(values).filter(([, value]) => value !== "");
  return validate(Object.fromEntries(filled))
    ? {}
    : Object.fromEntries(fieldProblems(validate.errors ?? []));
}

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
