import { isDeepStrictEqual } from "node:util";
import type { Resource, RowSchema } from "../../../domain/resource";
import { isRow } from "../../platform/schemas/checkRow";
import { escapePointer, isObject } from "../../platform/pointer";
import type { Problem } from "../../platform/problem";
import type { DeclaredSet } from "./compileSet";
import { skeletonChange } from "./skeleton";

/** What of a list is fixed while the program runs: its calls stand on it. */
const fixedParts = ["row", "pageType", "key", "calls"] as const;
/** What of a field marked `x-core` the program's code stands on. */
const fixedKeywords = ["type", "format", "enum", "items", "x-dictionary"];

/**
 * What a running program cannot take over: a list that came, went or is served
 * otherwise, since its calls are there from the start on; a core field that was
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

const atNextStart = "acts when the program is started again";

function* listFaults(
  before: DeclaredSet,
  after: DeclaredSet,
): Generator<Problem> {
  const byName = (set: DeclaredSet) =>
    new Map(set.workspace.resources().map((one) => [one.name, one]));
  const old = byName(before);
  const next = byName(after);
  for (const name of new Set([...old.keys(), ...next.keys()])) {
    const file = `resources/${name}.json`;
    const [was, is] = [old.get(name), next.get(name)];
    if (!was)
      yield {
        file,
        pointer: "",
        reason: `is a new list, which ${atNextStart}`,
      };
    else if (!is)
      yield { file, pointer: "", reason: `is gone, which ${atNextStart}` };
    else
      for (const part of changedParts(was, is)) {
        const reason = `was changed, which ${atNextStart}`;
        yield { file, pointer: `/${part}`, reason };
      }
  }
}

const changedParts = (was: Resource, is: Resource) =>
  fixedParts.filter(
    (part) => !isDeepStrictEqual(plain(was[part]), plain(is[part])),
  );

/** Access rules may change at any time: they are looked up by each call. */
const plain = (part: unknown): unknown =>
  JSON.parse(
    JSON.stringify(part ?? null, (key, value: unknown) =>
      key === "access" ? undefined : value,
    ),
  );

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
