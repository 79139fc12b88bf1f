import type { Resource } from "../../../domain/resource";
import { compileSchemas } from "../../platform/loadSchemas";
import { compileMessages, type Messages } from "../../platform/messages";
import { ProblemsFound, type Problem } from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas";
import { checkLabels } from "../checkLabels";
import { checkLocales } from "../checkLocales";
import { checkResources } from "../checkResources";
import { createWorkspace, type Workspace } from "../declarations";
import { fingerprint, type Sources } from "./sources";

/** All declarations of one moment, checked together and compiled. */
export type DeclaredSet = {
  sources: Sources;
  schemas: SchemaRegistry;
  messages: Messages;
  workspace: Workspace;
};

/** What a further check gets to see of declarations that are about to act. */
export type CheckedParts = Pick<
  DeclaredSet,
  "sources" | "schemas" | "messages"
> & { resources: readonly Resource[] };

/** What else makes declarations unusable, such as a sort the table lacks. */
export type SetCheck = (parts: CheckedParts) => readonly Problem[];

/**
 * Checks and compiles declarations as one set. Throws ProblemsFound with every
 * wrong part: a set acts whole or not at all. Labels and texts that are missing
 * stop nothing; they are the workspace's `problems`. What `before` has compiled
 * of the same schemas is taken over.
 */
export function compileSet(options: {
  sources: Sources;
  checks: readonly SetCheck[];
  before?: DeclaredSet | undefined;
}): DeclaredSet {
  const { sources, checks, before } = options;
  refuse(sources.problems);
  const schemas = schemasOf(sources, before);
  const messages = compileMessages(sources.locales);
  const { resources, problems } = checkResources({
    files: sources.resources,
    schemas,
  });
  const parts = { sources, schemas, messages, resources };
  refuse([...problems, ...checks.flatMap((check) => check(parts))]);
  const workspace = createWorkspace({
    resources,
    schemas,
    texts: sources.locales,
    problems: [...checkLabels(resources, messages), ...checkLocales(messages)],
  });
  return { sources, schemas, messages, workspace };
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsFound(problems);
}

function schemasOf(
  { schemas: files }: Sources,
  before: DeclaredSet | undefined,
): SchemaRegistry {
  const isSame =
    before && fingerprint(before.sources.schemas) === fingerprint(files);
  return isSame ? before.schemas : compileSchemas({ files });
}
