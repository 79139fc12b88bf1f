import { isDeepStrictEqual } from "node:util";
import type { Dashboard } from "../../../domain/dashboard";
import type { Resource } from "../../../domain/resource";
import { fingerprint } from "../../platform/fingerprint";
import { createMessages, type Messages } from "../../platform/messages";
import { escapePointer, isObject } from "../../platform/pointer";
import { fault, type Fault, type Problem } from "../../platform/problem";
import { deepest, type JsonFile } from "../../platform/readJson";
import { compileSchemas } from "../../platform/schemas/loadSchemas";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import type { Steps } from "../../platform/steps";
import type { Sources } from "../sources";
import { checkDashboards } from "./checkDashboards";
import { checkTexts } from "./checkLocales";
import { checkResources } from "./checkResources";
import { atDeclaringFile } from "./referenceRules";

/** The valid parts of a set of declarations, as further checks get them. */
export type CheckedParts = {
  sources: Sources;
  schemas: SchemaRegistry;
  /** Invalid schemas are left out; files that refer to them are not checked. */
  areSchemasPartial?: boolean;
  messages: Messages;
  resources: readonly Resource[];
  dashboards: readonly Dashboard[];
};

/** A further check of declarations, such as that of the tables behind rows. */
export type SetCheck = (parts: CheckedParts) => readonly Problem[];

/**
 * Returns all mistakes in a set of declarations at once, and its valid parts. A
 * file with mistakes does not affect the check of files that do not refer to it.
 * Schemas that have not changed since `before` are not compiled again.
 */
export function* checkSources(options: {
  sources: Sources;
  checks: readonly SetCheck[];
  before?: Pick<CheckedParts, "sources" | "schemas"> | undefined;
}): Steps<{ parts: CheckedParts; problems: readonly Problem[] }> {
  const { checks, before } = options;
  const { sources, problems: misshapen } = withoutMisshapen(options.sources);
  const unread = new Set(
    [...sources.problems, ...misshapen].map(({ file }) => file),
  );
  const isKnown =
    before &&
    fingerprint(before.sources.schemas) === fingerprint(sources.schemas);
  const compiled = isKnown
    ? { schemas: before.schemas, problems: [] }
    : yield* compileSchemas(sources.schemas, unread);
  const { schemas } = compiled;
  const areSchemasPartial =
    compiled.problems.length > 0 ||
    sources.schemas.length < options.sources.schemas.length ||
    sources.problems.some(({ file }) => file.startsWith("schemas/"));
  yield;
  const declared = yield* checkResources({
    files: unchangedFirst(sources.resources, before?.sources.resources),
    schemas,
    areSchemasPartial,
  });
  yield;
  const resources = inFileOrder(declared.resources, sources.resources);
  const ofDashboards = checkDashboards({
    files: sources.dashboards,
    resources,
    listNames: [...declared.names, ...unreadLists(unread)],
    schemas,
  });
  const parts = {
    sources,
    schemas,
    areSchemasPartial,
    messages: messagesOf(sources.locales),
    resources,
    dashboards: ofDashboards.dashboards,
  };
  const found: Problem[] = [];
  for (const check of checks) {
    yield;
    found.push(...check(parts));
  }
  yield;
  // A check of an area says more than that the field has changed.
  const core = (
    before ? coreFieldProblems(before.schemas, schemas) : []
  ).filter(
    ({ file, pointer }) =>
      !found.some((other) => other.file === file && other.pointer === pointer),
  );
  const problems = [
    ...sources.problems,
    ...misshapen,
    ...compiled.problems,
    ...core,
    ...checkTexts(sources.locales).filter(({ file }) => !unread.has(file)),
    ...declared.problems,
    ...ofDashboards.problems,
    ...found,
  ];
  const placed = problems.map((problem) =>
    shortened(atDeclaringFile(problem, sources.resources)),
  );
  const distinct = new Map(
    placed.map((problem) => [
      `${problem.file} ${problem.pointer} ${problem.reason}`,
      problem,
    ]),
  );
  return { parts, problems: [...distinct.values()] };
}

/** Returns the names of lists whose files could not be read. */
const unreadLists = (unread: ReadonlySet<string>): string[] =>
  [...unread].flatMap(
    (file) => /^resources\/(.+)\.json$/.exec(file)?.[1] ?? [],
  );

const longestReason = 600;

/** Cuts a reason that quotes much of a file. */
const shortened = ({ message, ...problem }: Problem): Problem =>
  problem.reason.length <= longestReason
    ? { ...problem, ...(message ? { message } : {}) }
    : { ...problem, reason: `${problem.reason.slice(0, longestReason)}…` };

/**
 * Puts changed files last. If two lists have the same address, the second list is
 * reported, which should be the edited list.
 */
const unchangedFirst = (
  files: readonly JsonFile[],
  before: readonly JsonFile[] = [],
): readonly JsonFile[] => {
  const known = new Map(before.map(({ file, content }) => [file, content]));
  const isChanged = ({ file, content }: JsonFile) =>
    !isDeepStrictEqual(known.get(file), content);
  return [
    ...files.filter((file) => !isChanged(file)),
    ...files.filter(isChanged),
  ];
};

const inFileOrder = (
  resources: readonly Resource[],
  files: readonly JsonFile[],
): Resource[] =>
  files.flatMap(({ file }) =>
    resources.filter(({ name }) => file === `resources/${name}.json`),
  );

/** Leaves out the files that are unsafe to walk through, and reports them. */
function withoutMisshapen(sources: Sources): {
  sources: Sources;
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const keep = (files: readonly JsonFile[]) =>
    files.filter(({ file, content }) => {
      const found = shapeFault(content);
      if (found) problems.push({ file, ...found });
      return found === null;
    });
  const kept = {
    schemas: keep(sources.schemas),
    resources: keep(sources.resources),
    dashboards: keep(sources.dashboards),
    feeds: keep(sources.feeds),
    locales: keep(sources.locales),
    problems: sources.problems,
  };
  return { problems, sources: problems.length > 0 ? kept : sources };
}

/** Returns whether JSON is nested too deeply or has a key `__proto__`. */
export function shapeFault(content: unknown): Fault | null {
  const waiting = [{ value: content, pointer: "", depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, pointer, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > deepest) return fault(pointer, "tooDeep", { limit: deepest });
    for (const [name, part] of Object.entries(value)) {
      const here = `${pointer}/${escapePointer(name)}`;
      if (name === "__proto__") return fault(here, "reservedName", { name });
      waiting.push({ value: part, pointer: here, depth: depth + 1 });
    }
  }
  return null;
}

const messagesOf = (files: readonly JsonFile[]): Messages =>
  createMessages(
    Object.fromEntries(
      files.map(({ file, content }) => [
        file.replace(/^.*\//, "").replace(/\.json$/, ""),
        content,
      ]),
    ),
  );

/** The keywords of an `x-core` field that the program's code depends on. */
const fixedKeywords = ["type", "format", "enum", "items", "x-dictionary"];

/**
 * Returns the `x-core` fields that were removed or changed their type. The code
 * of the running program is written for the fields as they were.
 */
function coreFieldProblems(
  before: Pick<SchemaRegistry, "all">,
  after: Pick<SchemaRegistry, "all">,
): Problem[] {
  if (before === after) return [];
  const now = new Map(after.all().map((schema) => [schema.$id, schema]));
  return before.all().flatMap((schema): Problem[] => {
    const { properties: was } = schema;
    const is = now.get(schema.$id)?.properties;
    if (!isObject(was) || !isObject(is)) return [];
    const file = `schemas/${String(schema.$id)}.json`;
    return Object.entries(was).flatMap(([name, field]): Problem[] => {
      if (!isObject(field) || field["x-core"] !== true) return [];
      const next = is[name];
      const pointer = `/properties/${escapePointer(name)}`;
      if (!isObject(next) || next["x-core"] !== true)
        return [{ file, ...fault(pointer, "coreRemoved") }];
      const changed = fixedKeywords.find(
        (keyword) => !isDeepStrictEqual(field[keyword], next[keyword]),
      );
      if (changed === undefined) return [];
      return [{ file, ...fault(`${pointer}/${changed}`, "coreChanged") }];
    });
  });
}
