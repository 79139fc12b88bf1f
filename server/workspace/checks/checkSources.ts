import type { Resource } from "../../../domain/resource";
import {
  checkSchemas,
  usableSchemas,
} from "../../platform/schemas/checkSchemas";
import { createMessages, type Messages } from "../../platform/messages";
import type { Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import {
  createSchemas,
  type JsonSchema,
  type SchemaRegistry,
} from "../../platform/schemas/registry";
import { checkResources } from "./checkResources";
import { checkTexts } from "./checkTexts";
import { shapeFaults } from "./shapeFaults";
import { fingerprint, type Sources } from "../sources";

/** What a further check gets to see of declarations that are about to act. */
export type CheckedParts = {
  sources: Sources;
  schemas: SchemaRegistry;
  /** Some schemas are wrong and left out; what stands on them is not judged. */
  areSchemasPartial?: boolean;
  messages: Messages;
  resources: readonly Resource[];
};

/** What else makes declarations unusable, such as a sort the table lacks. */
export type SetCheck = (parts: CheckedParts) => readonly Problem[];

/**
 * Everything that is wrong with declarations, found at once: a wrong file hides
 * nothing of another, unless that one stands on it. `parts` hold what is right.
 * What `before` has compiled of the same schemas is taken over.
 */
export function checkSources(options: {
  sources: Sources;
  checks: readonly SetCheck[];
  before?: Pick<CheckedParts, "sources" | "schemas"> | undefined;
}): { parts: CheckedParts; problems: readonly Problem[] } {
  const { checks, before } = options;
  const { sources, problems: misshapen } = wellShaped(options.sources);
  const compiled = compileSchemas(sources.schemas, before);
  const { schemas } = compiled;
  const areSchemasPartial =
    compiled.problems.length > 0 ||
    sources.schemas.length < options.sources.schemas.length ||
    sources.problems.some(({ file }) => file.startsWith("schemas/"));
  const unread = new Set(sources.problems.map(({ file }) => file));
  const texts = checkTexts(sources.locales).filter(
    ({ file }) => !unread.has(file),
  );
  const declared = checkResources({
    files: sources.resources,
    schemas,
    areSchemasPartial,
  });
  const parts = {
    sources,
    schemas,
    areSchemasPartial,
    messages: messagesOf(sources.locales),
    resources: declared.resources,
  };
  const problems = [
    ...sources.problems,
    ...misshapen,
    ...compiled.problems,
    ...texts,
    ...declared.problems,
    ...checks.flatMap((check) => check(parts)),
  ];
  return { parts, problems: problems.map(inShort) };
}

/** A reason that quotes a whole file helps nobody. */
const longestReason = 600;

const inShort = (problem: Problem): Problem =>
  problem.reason.length <= longestReason
    ? problem
    : { ...problem, reason: `${problem.reason.slice(0, longestReason)}…` };

/** Without the files that no program should walk through. */
function wellShaped(sources: Sources): {
  sources: Sources;
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const keep = (files: readonly JsonFile[]) =>
    files.filter(({ file, content }) => {
      const faults = shapeFaults(content);
      problems.push(...faults.map((fault) => ({ file, ...fault })));
      return faults.length === 0;
    });
  const kept = {
    schemas: keep(sources.schemas),
    resources: keep(sources.resources),
    feeds: keep(sources.feeds),
    locales: keep(sources.locales),
    problems: sources.problems,
  };
  return { problems, sources: problems.length > 0 ? kept : sources };
}

function compileSchemas(
  files: readonly JsonFile[],
  before: Pick<CheckedParts, "sources" | "schemas"> | undefined,
): { schemas: SchemaRegistry; problems: readonly Problem[] } {
  if (before && fingerprint(before.sources.schemas) === fingerprint(files))
    return { schemas: before.schemas, problems: [] };
  const problems = checkSchemas(files);
  const usable = usableSchemas(files, problems);
  const contents = usable.map(({ content }) => content as JsonSchema);
  return { schemas: createSchemas(contents), problems };
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
