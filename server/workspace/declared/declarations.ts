import type { FastifyBaseLogger } from "fastify";
import type { Messages } from "../../platform/messages";
import {
  describeProblem,
  firstProblems,
  ProblemsFound,
  type Problem,
} from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import type { Workspace } from "../declarations";
import { checkTransition } from "./checkTransition";
import type { SetCheck } from "../checks/checkSources";
import { compileSet, type DeclaredSet } from "./compileSet";
import { fingerprint, readSources, type Sources } from "../sources";

/** What else keeps a new set from acting in place of the one before. */
export type Guard = (
  before: DeclaredSet,
  after: DeclaredSet,
) => Promise<readonly Problem[]>;

/** What is laid over the files: the sources then, and what did not fit. */
export type Overlay = (
  files: Sources,
) => Promise<{ sources: Sources; problems: readonly Problem[] }>;

/**
 * The declarations that the program works by, as they are now. `schemas`,
 * `messages` and `workspace` stay the same objects and answer from the set
 * that holds at that moment.
 */
export type Declarations = {
  schemas: SchemaRegistry;
  messages: Messages;
  workspace: Workspace;
  current(): DeclaredSet;
  /** The files as they were last read, without what is laid over them. */
  files(): Sources;
  /** Compiles sources as a set, with every check, and lets nothing act. */
  compile(sources: Sources): DeclaredSet;
  /** What keeps the files, as they were last read, from acting as they stand. */
  refused(): readonly Problem[];
  /** What would keep this set from acting now. */
  guard(after: DeclaredSet): Promise<readonly Problem[]>;
  /**
   * Reads everything anew and lets it act, or keeps the last good set and says
   * in the workspace's `problems` what is wrong. Never rejects.
   */
  reload(): Promise<void>;
  /** Whether the last reload broke off, as it does without the database. */
  isBehind(): boolean;
  /** Laid over the files from the next reload on. */
  setOverlay(overlay: Overlay): void;
  addGuard(guard: Guard): void;
  /** Called after each change of the set or of what is wrong with the files. */
  onChange(listener: (set: DeclaredSet) => void): void;
};

/**
 * The declarations in the project's files. Throws ProblemsFound when they are
 * wrong: a program starts with all of its lists or not at all.
 */
export function createDeclarations(options: {
  root: string;
  checks: readonly SetCheck[];
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}): Declarations {
  const { root, checks, log } = options;
  let files = readSources(root);
  let current = compileSet({ sources: files, checks });
  let refused: readonly Problem[] = [];
  let overlay: Overlay | undefined;
  const guards: Guard[] = [checkTransition];
  const listeners: ((set: DeclaredSet) => void)[] = [];
  let running: Promise<void> | undefined;
  let asked = 0;
  let isBehind = false;

  /** Its schemas are compiled; the next set mostly has the same. */
  let latest = current;
  let latestOf = files;
  const compile = (sources: Sources) => {
    if (sources === latestOf) return latest;
    latest = compileSet({ sources, checks, before: latest });
    latestOf = sources;
    return latest;
  };

  const guard = async (after: DeclaredSet) => {
    const found = await Promise.all(guards.map((one) => one(current, after)));
    return found.flat();
  };

  /** The new set, or what keeps it from acting; and what is told besides. */
  const read = async (): Promise<{
    set: DeclaredSet;
    problems: readonly Problem[];
  }> => {
    try {
      files = readSources(root);
      const effective = await overlay?.(files);
      const set = compile(effective?.sources ?? files);
      const reasons = await guard(set);
      if (reasons.length > 0) throw new ProblemsFound(reasons);
      return { set, problems: effective?.problems ?? [] };
    } catch (error) {
      if (!(error instanceof ProblemsFound)) throw error;
      return { set: current, problems: error.problems };
    }
  };

  const act = async () => {
    const before = hashOf(current, refused);
    const { set, problems } = await read();
    current = set;
    refused = firstProblems(problems);
    if (hashOf(current, refused) === before) return;
    for (const problem of refused)
      log.warn(`declarations: ${describeProblem(problem)}`);
    for (const listener of listeners) listener(current);
  };

  /** One after another; who asks meanwhile gets what is read after that. */
  const run = async () => {
    for (let done = -1; done !== asked;) {
      done = asked;
      isBehind = false;
      await act().catch((error: unknown) => {
        isBehind = true;
        log.warn({ err: error }, "declarations could not be read");
      });
    }
    running = undefined;
  };

  return {
    schemas: currentSchemas(() => current.schemas),
    messages: currentMessages(() => current.messages),
    workspace: currentWorkspace(
      () => current.workspace,
      () => refused,
    ),
    current: () => current,
    files: () => files,
    refused: () => refused,
    compile,
    guard,
    reload: () => {
      asked += 1;
      running ??= run();
      return running;
    },
    isBehind: () => isBehind,
    setOverlay: (next) => {
      overlay = next;
    },
    addGuard: (one) => {
      guards.push(one);
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}

const hashOf = (
  { workspace }: DeclaredSet,
  refused: readonly Problem[],
): string =>
  refused.length === 0
    ? workspace.declarationsHash
    : fingerprint([workspace.declarationsHash, refused]);

const currentSchemas = (of: () => SchemaRegistry): SchemaRegistry => ({
  get: (id) => of().get(id),
  row: (id) => of().row(id),
  all: () => of().all(),
  replace: (id, schema) => {
    of().replace(id, schema);
  },
  validator: (ref) => of().validator(ref),
  serializer: (ref) => of().serializer(ref),
  validatorOf: (schema) => of().validatorOf(schema),
  serializerOf: (schema) => of().serializerOf(schema),
});

const currentMessages = (of: () => Messages): Messages => ({
  translate: (language, key, values) => of().translate(language, key, values),
  has: (language, key) => of().has(language, key),
  texts: (language) => of().texts(language),
});

const currentWorkspace = (
  of: () => Workspace,
  refused: () => readonly Problem[],
): Workspace => ({
  resource: (name) => of().resource(name),
  resources: () => of().resources(),
  byListPath: (path) => of().byListPath(path),
  get declarationsHash() {
    const present = refused();
    return present.length === 0
      ? of().declarationsHash
      : fingerprint([of().declarationsHash, present]);
  },
  get problems() {
    return [...refused(), ...of().problems];
  },
});
