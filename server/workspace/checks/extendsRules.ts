import {
  extendedBy,
  inheritedKeys,
  inheritedValue,
} from "../../../domain/declarations/extend";
import { own, type Json } from "../../../domain/declarations/json";
import { isEqual } from "../../../domain/formats";
import { hintFor } from "../../platform/nearest";
import { isObject } from "../../platform/pointer";
import { fault, type Fault, type Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import { declarationFinder } from "../sources";

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
