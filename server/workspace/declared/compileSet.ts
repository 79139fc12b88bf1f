import { isDeepStrictEqual } from "node:util";
import type { Messages } from "../../platform/messages";
import { firstProblems, ProblemsFound } from "../../platform/problem";
import { runAtOnce, type Steps } from "../../platform/steps";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { checkSources, type SetCheck } from "../checks/checkSources";
import { findWarnings } from "../checks/findWarnings";
import { createWorkspace, type Workspace } from "../declarations";
import type { Sources } from "../sources";

/** A set of declarations that was checked and compiled together. */
export type DeclaredSet = {
  /** The sources that it was compiled from. */
  sources: Sources;
  schemas: SchemaRegistry;
  messages: Messages;
  workspace: Workspace;
};

/**
 * Checks and compiles declarations as one set. Throws ProblemsFound with every
 * mistake, and no other error. Warnings, such as missing labels, become the
 * workspace's `problems`. Schemas that have not changed since `before` are reused, and
 * so is the whole set if its sources have not.
 */
export const compileSet = (options: ToCompile): DeclaredSet =>
  runAtOnce(compileSetInSteps(options));

type ToCompile = {
  sources: Sources;
  checks: readonly SetCheck[];
  before?: DeclaredSet | undefined;
};

/** Does the same in steps. */
export function* compileSetInSteps(options: ToCompile): Steps<DeclaredSet> {
  const { before } = options;
  if (before && isDeepStrictEqual(before.sources, options.sources))
    return before;
  const { parts, problems } = yield* checkSources(options);
  if (problems.length > 0) throw new ProblemsFound(problems);
  const { sources, schemas, messages, resources } = parts;
  const warnings = yield* findWarnings({ resources, schemas, messages });
  yield;
  const workspace = createWorkspace({
    resources,
    schemas,
    texts: sources.locales,
    problems: firstProblems(warnings),
  });
  return { sources, schemas, messages, workspace };
}
