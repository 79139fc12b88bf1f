import {
  extendedBy,
  inheritedKeys,
  inheritedValue,
} from "../../../domain/declarations/extend";
import { own, type Json } from "../../../domain/declarations/json";
import { isEqual } from "../../../domain/formats";
import {
  filterId,
  type Column,
  type Related,
  type Resource,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { isObject } from "../../platform/pointer";
import { fault, type Fault, type Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import { declarationFinder } from "../sources";
import { valuesAt } from "./rules";

type Others = {
  /** The lists without mistakes of their own. */
  resources: readonly Resource[];
  /** The names of all lists, also of those with mistakes. */
  names: readonly string[];
};

/**
 * Finds names of other lists that do not exist, that have no page of a row where one is
 * needed, and names of filters that the other list lacks. An import of another list over the
 * same rows would change rows whatever the conditions of `create` and `update` are.
 */
export function* referenceFaults(
  resource: Resource,
  { resources, names }: Others,
): Generator<Fault> {
  const found = (name: string) => resources.find((each) => each.name === name);
  function* listFaults(pointer: string, name: string): Generator<Fault> {
    if (!names.includes(name))
      yield fault(pointer, "unknownList", { name, hint: hintFor(name, names) });
  }
  for (const { pointer, value } of valuesAt(resource, "columns/*/refersTo")) {
    const { list } = value as NonNullable<Column["refersTo"]>;
    yield* listFaults(`${pointer}/list`, list);
    const other = found(list);
    if (other && !other.calls.detail)
      yield fault(`${pointer}/list`, "listWithoutDetail", { list });
  }
  const isImported = resources.some(
    ({ row, import: declared }) => row === resource.row && declared,
  );
  if (isImported && !resource.import)
    for (const name of ["create", "update"] as const)
      if (resource.calls[name]?.conditions)
        yield fault(`/calls/${name}/conditions`, "conditionWithImport");
  for (const { pointer, value } of valuesAt(resource, "related/*")) {
    const { list, filter, with: others = {} } = value as Related;
    yield* listFaults(`${pointer}/list`, list);
    const filters = found(list)?.filters.map(filterId);
    if (!filters) continue;
    const named = [
      { at: `${pointer}/filter`, name: filter },
      ...Object.keys(others).map((name) => ({ at: `${pointer}/with`, name })),
    ];
    for (const { at, name } of named)
      if (!filters.includes(name))
        yield fault(at, "unknownFilterOf", {
          name,
          list,
          hint: hintFor(name, filters),
        });
  }
}

const fileOf = (name: string): string => `resources/${name}.json`;

/**
 * Yields a fault if the declaration extends itself, an unknown list, or a list
 * that extends another one.
 */
export function* extendsFaults(
  { file, content }: JsonFile,
  files: readonly JsonFile[],
): Generator<Fault> {
  const name = isObject(content) ? content.extends : undefined;
  if (typeof name !== "string") return;
  const find = declarationFinder(files);
  if (fileOf(name) !== file && extendedBy(content as Json, find)) return;
  const names = files.flatMap(({ file: other, content: declaration }) =>
    other !== file && isObject(declaration) && !declaration.extends
      ? [other.replace(/^resources\/|\.json$/g, "")]
      : [],
  );
  yield fault("/extends", "unknownBase", { name, hint: hintFor(name, names) });
}

/**
 * Returns the problem at the file that declares its part: a part that a list
 * takes over is corrected in the list that it extends.
 */
export function atDeclaringFile(
  problem: Problem,
  files: readonly JsonFile[],
): Problem {
  const [, key = ""] = problem.pointer.split("/");
  const content = files.find(({ file }) => file === problem.file)?.content as
    | Json
    | undefined;
  if (!isObject(content) || !inheritedKeys.includes(key)) return problem;
  const base = extendedBy(content, declarationFinder(files));
  const name = base && own(base, "name");
  if (!base || typeof name !== "string") return problem;
  const isTaken = isEqual(inheritedValue(base, key), content[key]);
  return isTaken ? { ...problem, file: fileOf(name) } : problem;
}
