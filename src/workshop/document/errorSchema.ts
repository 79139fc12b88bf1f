import { ErrorSchemaBuilder, type ErrorSchema } from "@rjsf/utils";
import { pathOf } from "./pointer";
import type { Problem } from "./types";

/** Whether a problem is the declaration's, rather than one of its labels. */
export const isOfDeclaration = ({ file }: Problem): boolean =>
  file.startsWith("resources/");

/** The problems of a declaration where a form shows them. */
export function errorSchemaOf(problems: readonly Problem[]): ErrorSchema {
  const builder = new ErrorSchemaBuilder();
  for (const problem of problems)
    if (isOfDeclaration(problem))
      builder.addErrors(problem.reason, pathOf(problem.pointer));
  return builder.ErrorSchema;
}
