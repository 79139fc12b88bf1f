import { isDeepStrictEqual } from "node:util";
import type { Dashboard } from "../../../domain/dashboard";
import type { Resource } from "../../../domain/resource";
import { fingerprint } from "../../platform/fingerprint";
import type { Messages } from "../../platform/messages";
import {
  firstProblems,
  ProblemsFound,
  type Problem,
} from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { runAtOnce, type Steps } from "../../platform/steps";
import { checkSources, type SetCheck } from "../checks/checkSources";
import { findWarnings } from "../checks/findWarnings";
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
  const { sources, schemas, messages, resources, dashboards } = parts;
  const warnings = yield* findWarnings(parts);
  yield;
  const workspace = createWorkspace({
    resources,
    dashboards,
    schemas,
    texts: sources.locales,
    problems: firstProblems(warnings),
  });
  return { sources, schemas, messages, workspace };
}

/** The declarations of all lists. */
export type Workspace = {
  /** Returns the declaration of a list. Throws for an unknown name. */
  resource(name: string): Resource;
  resources(): readonly Resource[];
  dashboards(): readonly Dashboard[];
  /** Returns the list whose rows are served at this path: `/auction/listing`. */
  byListPath(path: string): Resource | undefined;
  /** Changes whenever a declaration, schema, text or problem changes. */
  declarationsHash: string;
  /** Mistakes that an administrator should fix: refused edits and warnings. */
  problems: readonly Problem[];
};

/** Returns the workspace of declarations that are already checked. */
export function createWorkspace(options: {
  resources: readonly Resource[];
  dashboards?: readonly Dashboard[];
  schemas: SchemaRegistry;
  /** The locale texts; they count for the hash. */
  texts?: unknown;
  problems: readonly Problem[];
}): Workspace {
  const { resources, dashboards = [], schemas, texts, problems } = options;
  const byName = new Map(
    resources.map((resource) => [resource.name, resource]),
  );
  const byPath = new Map(
    resources.map((resource) => [resource.calls.list.path, resource]),
  );
  const declarationsHash = fingerprint([
    resources,
    dashboards,
    schemas.all(),
    texts,
    problems,
  ]);
  return {
    resource: (name) => {
      const resource = byName.get(name);
      if (!resource) throw new Error(`No resource "${name}"`);
      return resource;
    },
    resources: () => resources,
    dashboards: () => dashboards,
    byListPath: (path) => byPath.get(path),
    declarationsHash,
    problems,
  };
}
