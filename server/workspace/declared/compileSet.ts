import type { Messages } from "../../platform/messages";
import { firstProblems, ProblemsFound } from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { checkLabels } from "../checks/checkLabels";
import { checkLocales } from "../checks/checkLocales";
import { createWorkspace, type Workspace } from "../declarations";
import { checkSources, type SetCheck } from "../checks/checkSources";
import type { Sources } from "../sources";

/** All declarations of one moment, checked together and compiled. */
export type DeclaredSet = {
  /** What it was compiled of, the very same. */
  sources: Sources;
  schemas: SchemaRegistry;
  messages: Messages;
  workspace: Workspace;
};

/**
 * Checks and compiles declarations as one set. Throws ProblemsFound with every
 * wrong part, and nothing else, whatever the files hold: a set acts whole or
 * not at all. Labels and texts that are missing stop nothing; they are the
 * workspace's `problems`. What `before` has compiled of the same schemas is
 * taken over.
 */
export function compileSet(options: {
  sources: Sources;
  checks: readonly SetCheck[];
  before?: DeclaredSet | undefined;
}): DeclaredSet {
  const { parts, problems } = checkSources(options);
  if (problems.length > 0) throw new ProblemsFound(problems);
  const { sources, schemas, messages, resources } = parts;
  const workspace = createWorkspace({
    resources,
    schemas,
    texts: sources.locales,
    problems: firstProblems([
      ...checkLabels({ resources, schemas, messages }),
      ...checkLocales(messages),
    ]),
  });
  return { sources, schemas, messages, workspace };
}
