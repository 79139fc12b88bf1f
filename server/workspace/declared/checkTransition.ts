import { isDeepStrictEqual } from "node:util";
import { listsPath } from "../../../domain/listing/defaultCalls";
import type { RowSchema } from "../../../domain/resource";
import { isRow } from "../../platform/schemas/checkRow";
import { escapePointer, isObject } from "../../platform/pointer";
import type { Problem } from "../../platform/problem";
import type { DeclaredSet } from "./compileSet";
import { skeletonChange } from "./skeleton";

/** What of a field marked `x-core` the program's code stands on. */
const fixedKeywords = ["type", "format", "enum", "items", "x-dictionary"];

/**
 * Returns what a running program cannot take over: a list call that came, went
 * or moved outside `/lists/NAME`, since its path is there from the start; a core field that was
 * removed or has another type; and another shape of what is no row, such as a
 * call, since the program is written to it.
 */
export async function checkTransition(
  before: DeclaredSet,
  after: DeclaredSet,
): Promise<readonly Problem[]> {
  return [
    ...listFaults(before, after),
    ...coreFaults(before, after),
    ...shapeChanges(before, after),
  ];
}

/**
 * Paths outside `/lists` are registered at the start. A list that is served
 * under `/lists/NAME` alone may come, change and go at any time.
 */
function* listFaults(
  before: DeclaredSet,
  after: DeclaredSet,
): Generator<Problem> {
  const old = fixedPaths(before);
  const next = fixedPaths(after);
  for (const name of new Set([...old.keys(), ...next.keys()]))
    if (!isDeepStrictEqual(old.get(name), next.get(name)))
      yield {
        file: `resources/${name}.json`,
        pointer: next.has(name) ? "/calls" : "",
        reason:
          "a call outside /lists came, went or moved, which acts when the program is started again",
      };
}

/** Returns the paths outside `/lists` by resource, for resources with any. */
function fixedPaths({ workspace }: DeclaredSet): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, calls } of workspace.resources()) {
    const { options = {}, ...single } = calls;
    const paths = Object.entries({ ...single, ...options })
      .filter(([, { path }]) => !path.startsWith(`${listsPath}/`))
      .map(([call, { path }]) => `${call} ${path}`)
      .sort();
    if (paths.length > 0) found.set(name, paths);
  }
  return found;
}

function* coreFaults(
  before: DeclaredSet,
  after: DeclaredSet,
): Generator<Problem> {
  for (const { $id } of before.schemas.all()) {
    const id = String($id);
    const was = propertiesOf(before, id);
    const is = propertiesOf(after, id);
    if (!was || !is) continue;
    for (const [name, field] of Object.entries(was)) {
      if (field["x-core"] !== true) continue;
      const file = `schemas/${id}.json`;
      const pointer = `/properties/${escapePointer(name)}`;
      const now = is[name];
      if (now?.["x-core"] !== true)
        yield { file, pointer, reason: "is known to the program and stays" };
      else if (!isDeepStrictEqual(fixed(field), fixed(now)))
        yield { file, pointer, reason: "is known to the program by this type" };
    }
  }
}

function propertiesOf(
  { schemas }: DeclaredSet,
  id: string,
): RowSchema["properties"] | undefined {
  const schema = schemas.all().find(({ $id }) => $id === id);
  const properties = schema?.properties;
  return typeof properties === "object"
    ? (properties as RowSchema["properties"])
    : undefined;
}

const fixed = (field: object) =>
  Object.entries(field).filter(([keyword]) => fixedKeywords.includes(keyword));

function* shapeChanges(
  before: DeclaredSet,
  after: DeclaredSet,
): Generator<Problem> {
  const now = new Map(after.schemas.all().map((one) => [one.$id, one]));
  for (const schema of before.schemas.all()) {
    const { $id } = schema;
    const { schemas } = before.sources;
    const file =
      schemas.find(({ content }) => isObject(content) && content.$id === $id)
        ?.file ?? `schemas/${String($id)}.json`;
    const is = now.get($id);
    const pointer = is && !isRow(schema) ? skeletonChange(schema, is) : null;
    if (!is)
      yield { file, pointer: "", reason: "is known to the program and stays" };
    else if (pointer !== null)
      yield {
        file,
        pointer,
        reason: "is a shape that the program is built to",
      };
  }
}
