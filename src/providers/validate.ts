import {
  fieldProblems,
  type FieldProblem,
  type Validate,
} from "../../domain/fieldProblem";

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
