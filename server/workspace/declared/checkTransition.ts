import { isDeepStrictEqual } from "node:util";
import { listsPath, servedCalls } from "../../../domain/listing/defaultCalls";
import { escapePointer, isObject } from "../../platform/pointer";
import { fault, type Problem } from "../../platform/problem";
import { isRow } from "../../platform/schemas/checkRow";
import type { DeclaredSet } from "./compileSet";

/**
 * Returns the lists whose calls outside `/lists` came, went or moved. They wait
 * for a restart, because routes are fixed once the server listens. A list that
 * is served below `/lists` alone may come, change and go at any time.
 */
export function listsForRestart(
  before: DeclaredSet,
  after: DeclaredSet,
): Problem[] {
  const old = fixedPaths(before);
  const next = fixedPaths(after);
  return [...new Set([...old.keys(), ...next.keys()])].flatMap(
    (name): Problem[] => {
      const [was, is] = [old.get(name), next.get(name)];
      if (isDeepStrictEqual(was, is)) return [];
      const file = `resources/${name}.json`;
      const found = !was
        ? fault("", "newListAtRestart")
        : is
          ? fault("/calls", "changeAtRestart")
          : fault("", "removedListAtRestart");
      return [{ file, ...found, severity: "warning" }];
    },
  );
}

/** Returns the paths outside `/lists` by resource, for resources with any. */
function fixedPaths({ workspace }: DeclaredSet): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const resource of workspace.resources()) {
    const { name } = resource;
    const paths = servedCalls(resource)
      .filter(({ path }) => !path.startsWith(`${listsPath}/`))
      .map(({ pointer, method, path }) => `${pointer} ${method} ${path}`)
      .sort();
    if (paths.length > 0) found.set(name, paths);
  }
  return found;
}

/**
 * Returns the changes that a running program cannot take over, because its code
 * is written for them: the structure of schemas that do not describe rows.
 */
export async function checkTransition(
  before: DeclaredSet,
  after: DeclaredSet,
): Promise<readonly Problem[]> {
  if (before.schemas === after.schemas) return [];
  const now = new Map(
    after.schemas.all().map((schema) => [schema.$id, schema]),
  );
  return before.schemas.all().flatMap((schema): Problem[] => {
    const { $id } = schema;
    const found = before.sources.schemas.find(
      ({ content }) => isObject(content) && content.$id === $id,
    );
    const file = found?.file ?? `schemas/${String($id)}.json`;
    const next = now.get($id);
    // No code is written for a schema that the workshop has created.
    if (!next)
      return found?.isCreated ? [] : [{ file, ...fault("", "schemaRemoved") }];
    const pointer = isRow(schema) ? null : structureChange(schema, next);
    if (pointer === null) return [];
    return [{ file, ...fault(pointer, "structureChanged") }];
  });
}

/** Texts and limits of a schema, which may change while the program runs. */
const tunable = new Set([
  ..."title description default examples $comment $schema".split(" "),
  ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" "),
  ..."minLength maxLength minItems maxItems pattern x-unit".split(" "),
]);

/** Returns the pointer to the first structural difference, or null for none. */
function structureChange(before: unknown, after: unknown): string | null {
  if (Array.isArray(before) && Array.isArray(after))
    return firstChange(indexed(before), indexed(after), new Set());
  if (isObject(before) && isObject(after))
    return firstChange(before, after, tunable);
  return Object.is(before, after) ? null : "";
}

const indexed = (list: readonly unknown[]): Parts =>
  Object.fromEntries(list.entries());

type Parts = Readonly<Record<string, unknown>>;

/** Below these keywords, the keys are names and not keywords. */
const named = ["properties", "definitions", "patternProperties"];

function firstChange(
  before: Parts,
  after: Parts,
  ignored: ReadonlySet<string>,
): string | null {
  for (const name of Object.keys({ ...before, ...after })) {
    if (ignored.has(name)) continue;
    const [was, is] = [before[name], after[name]];
    const isNamed =
      ignored.size > 0 && named.includes(name) && isObject(was) && isObject(is);
    const change = isNamed
      ? firstChange(was, is, new Set())
      : structureChange(was, is);
    if (change !== null) return `/${escapePointer(name)}${change}`;
  }
  return null;
}
