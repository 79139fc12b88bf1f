import { setChecks } from "../../../../server/declare";
import { escapePointer, isObject } from "../../../../server/platform/pointer";
import {
  ProblemsFound,
  type Problem,
} from "../../../../server/platform/problem";
import { type DeclaredSet } from "../../../../server/workspace/declared";
import type { Sources } from "../../../../server/workspace/sources";
import { exampleSources } from "../../../support/exampleSources";
import { compileSet } from "../../../../server/workspace/declared/compileSet";

export const exampleSet = compileSet({
  sources: exampleSources,
  checks: setChecks,
});

/** A change of a file: the new value at a pointer, undefined to remove it. */
export type Edit = { file: string; pointer: string; value?: unknown };

export type Json = { [key: string]: unknown };

/** Returns a copy of the JSON of a file. */
export function contentOf(file: string, sources: Sources = exampleSources) {
  const { schemas, resources, feeds, locales } = sources;
  const found = [schemas, resources, feeds, locales]
    .flat()
    .find((other) => other.file === file);
  if (!found) throw new Error(`There is no ${file}`);
  return structuredClone(found.content);
}

const stepsOf = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns the content with the value at the pointer set, added or removed. */
export function edited(content: unknown, { pointer, value }: Edit): unknown {
  const steps = stepsOf(pointer);
  const last = steps.pop();
  if (last === undefined) return value;
  let part = content;
  for (const step of steps) part = (part as Json)[step];
  const target = part as Json;
  // JSON lists have no named entries and no gaps.
  const isInList =
    /^\d+$/.test(last) && Number(last) < Object.keys(target).length;
  if (Array.isArray(target) && value !== undefined && !isInList)
    target.push(value);
  else if (value !== undefined)
    Object.defineProperty(target, last, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  else if (Array.isArray(target)) target.splice(Number(last), 1);
  else Reflect.deleteProperty(target, last);
  return content;
}

/** Returns the example with some changes. */
export function sourcesWith(edits: readonly Edit[]): Sources {
  const contents = new Map<string, unknown>();
  for (const edit of edits)
    contents.set(
      edit.file,
      edited(contents.get(edit.file) ?? contentOf(edit.file), edit),
    );
  const change = (files: Sources["schemas"]) =>
    files.map((one) =>
      contents.has(one.file)
        ? { file: one.file, content: contents.get(one.file) }
        : one,
    );
  const { schemas, resources, dashboards, feeds, locales, problems } =
    exampleSources;
  return {
    schemas: change(schemas),
    resources: change(resources),
    dashboards: change(dashboards),
    feeds: change(feeds),
    locales: change(locales),
    problems,
  };
}

/**
 * Returns the compiled set, or the problems of the sources. Unchanged schemas are
 * not compiled again, as in a running program.
 */
export function tryCompile(
  sources: Sources,
): { set: DeclaredSet } | { problems: readonly Problem[] } {
  try {
    return {
      set: compileSet({ sources, checks: setChecks, before: exampleSet }),
    };
  } catch (error) {
    if (error instanceof ProblemsFound) return { problems: error.problems };
    throw error;
  }
}

/** Returns whether a pointer leads to a value, or to a place for a new key. */
export function leadsSomewhere(content: unknown, pointer: string): boolean {
  const steps = stepsOf(pointer);
  const written = steps.map((step) => `/${escapePointer(step)}`).join("");
  if (written !== pointer) return false;
  let part = content;
  for (const step of steps.slice(0, -1)) {
    if (!isObject(part) && !Array.isArray(part)) return false;
    part = (part as Json)[step];
  }
  return steps.length === 0 || (typeof part === "object" && part !== null);
}
