import {
  fieldProblems,
  type FieldProblem,
  type ValidationError,
} from "../../../domain/fieldProblem";
import type { Text } from "../errors";

/** Returns one text for each field that failed validation. */
export const fieldErrors = (
  errors: readonly ValidationError[],
): Record<string, Text[]> =>
  Object.fromEntries(
    [...fieldProblems(errors)].map(([field, problem]) => [
      field,
      [fieldProblemText(problem)],
    ]),
  );

/** Returns the text for a field that breaks its schema. */
export function fieldProblemText({ key, length }: FieldProblem): Text {
  if (key === "required") return { key: "errors.required_field" };
  return length === undefined
    ? { key: `errors.fields.${key}` }
    : { key: `errors.fields.${key}`, values: { length } };
}
