import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { isEqual } from "../../../domain/formats";
import { fingerprint } from "../../platform/fingerprint";
import type { Messages } from "../../platform/messages";
import {
  describeProblem,
  firstProblems,
  ProblemsFound,
  type Problem,
} from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { runInTurns, type Steps } from "../../platform/steps";
import type { SetCheck } from "../checks/checkSources";
import { readSources, type Sources } from "../sources";
import { checkTransition, listsForRestart } from "./checkTransition";
import {
  compileSet,
  compileSetInSteps,
  type DeclaredSet,
  type Workspace,
} from "./compileSet";

/**
 * A further check before a new set replaces the current one. Warnings are reported and
 * refuse nothing.
 */
export type Guard = (
  before: DeclaredSet,
  after: DeclaredSet,
) => Promise<readonly Problem[]>;

/** Compiles in steps what requests will need of a set, so that they need not wait for it. */
type Preparation = (set: DeclaredSet) => Steps<void>;

/** Merges published edits into the files; reports edits that do not fit as problems. */
type Overlay = (
  files: Sources,
) => Promise<{ sources: Sources; problems: readonly Problem[] }>;

/**
 * The current declarations. `schemas`, `messages` and `workspace` stay the same
 * objects and always answer from the current set.
 */
export type Declarations = {
  schemas: SchemaRegistry;
  messages: Messages;
  workspace: Workspace;
  current(): DeclaredSet;
  /** Returns the files as they were last read, without published edits. */
  files(): Sources;
  /**
   * Checks and compiles sources, with turns for requests in between. Throws
   * ProblemsFound. Changes nothing.
   */
  compile(sources: Sources): Promise<DeclaredSet>;
  /** Returns the problems of the last reload. */
  refused(): readonly Problem[];
  /** Returns why this set must not replace the current one. */
  guard(after: DeclaredSet): Promise<readonly Problem[]>;
  /**
   * Reads the files again and replaces the current set, or keeps it and reports
   * the mistakes in the workspace's `problems`. Never rejects.
   */
  reload(): Promise<void>;
  /** Returns whether the last reload failed, for example without a database. */
  isBehind(): boolean;
  /** Merges published edits into the files, from the next reload on. */
  setOverlay(overlay: Overlay): void;
  addGuard(guard: Guard): void;
  /** Adds work for each new set before it acts. */
  addPreparation(preparation: Preparation): void;
  /** Prepares the current set, with turns for requests in between. Never rejects. */
  prepare(): Promise<void>;
  /** Calls the listener after each change of the set or of its problems. */
  onChange(listener: (set: DeclaredSet) => void): void;
};

/**
 * Reads and returns the declarations of the project. Throws ProblemsFound for
 * any mistake: the program does not start with some of its lists. Unchanged parts of
 * `before` are not compiled again.
 */
export function createDeclarations(options: {
  root: string;
  checks: readonly SetCheck[];
  before?: DeclaredSet | undefined;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}): Declarations {
  const { root, checks, log } = options;
  let files = readSources(root);
  let current = compileSet({ sources: files, checks, before: options.before });
  let refused: readonly Problem[] = [];
  let workspace = current.workspace;
  let overlay: Overlay | undefined;
  const guards: Guard[] = [checkTransition];
  const preparations: Preparation[] = [];
  const listeners: ((set: DeclaredSet) => void)[] = [];
  let running: Promise<void> | undefined;
  let requests = 0;
  let isBehind = false;

  /** The last compiled set; the next one mostly has the same schemas. */
  let latest = current;
  const compile = async (sources: Sources) => {
    // Each reload parses the files again, mostly with the content of a compiled set.
    const compiled = [latest, current].find((set) =>
      isEqual(set.sources, sources),
    );
    if (compiled) return compiled;
    const options = { sources, checks, before: latest };
    latest = await runInTurns(compileSetInSteps(options));
    return latest;
  };

  const guard = async (after: DeclaredSet) => {
    const before = current;
    const found: Problem[] = [];
    for (const check of guards) {
      await nextTurn();
      found.push(...(await check(before, after)));
    }
    return found;
  };

  /** Returns the next set, or the current one if the files have mistakes. */
  const read = async (): Promise<{
    set: DeclaredSet;
    problems: readonly Problem[];
  }> => {
    try {
      files = readSources(root);
      const effective = await overlay?.(files);
      const sources = effective?.sources ?? files;
      const next = await compile(sources);
      const waiting = listsForRestart(current, next);
      const set =
        waiting.length === 0
          ? next
          : await compile(withPresentLists(sources, current.sources, waiting));
      const found = await guard(set);
      const reasons = found.filter(isError);
      if (reasons.length > 0) throw new ProblemsFound(reasons);
      return {
        set,
        problems: [...(effective?.problems ?? []), ...waiting, ...found],
      };
    } catch (error) {
      if (!(error instanceof ProblemsFound)) throw error;
      return { set: current, problems: error.problems };
    }
  };

  /** Without its preparation a set only makes the first requests wait. */
  const prepare = async (set: DeclaredSet) => {
    for (const preparation of preparations)
      await runInTurns(preparation(set)).catch((error: unknown) => {
        log.warn({ err: error }, "declarations could not be prepared");
      });
  };

  const act = async () => {
    const before = workspace.declarationsHash;
    const { set, problems } = await read();
    if (set !== current) await prepare(set);
    current = set;
    refused = firstProblems(problems);
    workspace = withProblems(set.workspace, refused);
    if (workspace.declarationsHash === before) return;
    for (const problem of refused)
      log.warn(`declarations: ${describeProblem(problem)}`);
    for (const listener of listeners) listener(current);
  };

  /** Reloads until no request came in the meantime. */
  const run = async () => {
    for (let done = -1; done !== requests;) {
      done = requests;
      isBehind = false;
      await act().catch((error: unknown) => {
        isBehind = true;
        log.warn({ err: error }, "declarations could not be read");
      });
    }
    running = undefined;
  };

  return {
    schemas: following(() => current.schemas),
    messages: following(() => current.messages),
    workspace: following(() => workspace),
    current: () => current,
    files: () => files,
    refused: () => refused,
    compile,
    guard: async (after) => (await guard(after)).filter(isError),
    reload: () => {
      requests += 1;
      running ??= run();
      return running;
    },
    isBehind: () => isBehind,
    setOverlay: (next) => {
      overlay = next;
    },
    addGuard: (check) => {
      guards.push(check);
    },
    addPreparation: (preparation) => {
      preparations.push(preparation);
    },
    prepare: () => prepare(current),
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}

const isError = ({ severity }: Problem): boolean => severity !== "warning";

/**
 * Returns the sources with these lists as they are at present: their changes
 * wait for a restart, and all other changes act at once.
 */
function withPresentLists(
  sources: Sources,
  present: Sources,
  waiting: readonly Problem[],
): Sources {
  const files = new Set(waiting.map(({ file }) => file));
  const isWaiting = ({ file }: JsonFile) => files.has(file);
  return {
    ...sources,
    resources: [
      ...sources.resources.filter((file) => !isWaiting(file)),
      ...present.resources.filter(isWaiting),
    ],
  };
}

/** Returns an object that always answers as the current target. */
const following = <Target extends object>(current: () => Target): Target =>
  new Proxy({} as Target, {
    get: (_, name): unknown => Reflect.get(current(), name),
  });

/** Returns the workspace with the problems of the last reload added. */
const withProblems = (
  workspace: Workspace,
  refused: readonly Problem[],
): Workspace =>
  refused.length === 0
    ? workspace
    : {
        ...workspace,
        problems: [...refused, ...workspace.problems],
        declarationsHash: fingerprint([workspace.declarationsHash, refused]),
      };
