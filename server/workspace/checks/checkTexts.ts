import { languages } from "../../../domain/limits";
import { escapePointer, isObject } from "../../platform/pointer";
import type { Fault, Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import { show } from "../../platform/schemas/schemaReason";

/**
 * What keeps files of locales/ from being the texts of a language: one that is
 * not there, and values that are no texts.
 */
export function checkTexts(files: readonly JsonFile[]): Problem[] {
  return Object.keys(languages).flatMap((language): Problem[] => {
    const file = `locales/${language}.json`;
    const found = files.find((one) => one.file === file);
    if (!found) return [{ file, pointer: "", reason: "is missing" }];
    const faults = isObject(found.content)
      ? textFaults(found.content, "")
      : [{ pointer: "", reason: "is no object of texts" }];
    return [...faults].map((fault) => ({ file, ...fault }));
  });
}

function* textFaults(
  part: Readonly<Record<string, unknown>>,
  pointer: string,
): Generator<Fault> {
  for (const [name, value] of Object.entries(part)) {
    const here = `${pointer}/${escapePointer(name)}`;
    if (isObject(value)) yield* textFaults(value, here);
    else if (typeof value !== "string")
      yield {
        pointer: here,
        reason: `is ${show(value)}, where a text is wanted`,
      };
  }
}
