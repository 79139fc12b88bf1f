import {
  fieldProblems,
  type FieldProblem,
  type ValidationError,
} from "../../../domain/fieldProblem";
import type { Text } from "../errors";

/** What validation found, as one text for each field it is about. */
export const fieldErrors = (
  found: readonly ValidationError[],
): Record<string, Text[]> =>
  Object.fromEntries(
    [...fieldProblems(found)].map(([field, problem]) => [
      field,
      [textOf(problem)],
    ]),
  );

/** What is wrong with one field, as a text to translate. */
export function textOf({ key, length }: FieldProblem): Text {
  if (key === "required") return { key: "errors.required_field" };
  return length === undefined
    ? { key: `errors.fields.${key}` }
    : { key: `errors.fields.${key}`, values: { length } };
}
