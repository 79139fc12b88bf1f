import {
  fieldProblems,
  type FieldProblem,
  type Validate,
} from "../../domain/fieldProblem";

export type { FieldProblem } from "../../domain/fieldProblem";

/**
 * What a form's compiled schema says of its values, by field. An empty text is
 * a missing one. The server checks by the same schema, formats and words.
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
