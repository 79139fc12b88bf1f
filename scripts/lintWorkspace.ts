// Checks every JSON file that the programs read when they run: schemas,
// resources, feeds, locales, as the programs check them at start. Missing
// labels and texts, which stop no program, fail here as well. Prints each
// problem with its line and fails when there is one.
import { readFileSync } from "node:fs";
import path from "node:path";
import { setChecks } from "../server/declare";
import { jsonPlaces, lineAt } from "../server/platform/jsonPlaces";
import type { Problem } from "../server/platform/problem";
import { checkLabels } from "../server/workspace/checks/checkLabels";
import { checkLocales } from "../server/workspace/checks/checkLocales";
import { readSources } from "../server/workspace/sources";
import { checkSources } from "../server/workspace/checks/checkSources";

const root = process.cwd();

function lint(): { read: number; problems: readonly Problem[] } {
  const sources = readSources(root);
  const { parts, problems } = checkSources({ sources, checks: setChecks });
  const { schemas, resources, feeds, locales } = sources;
  return {
    read: [schemas, resources, feeds, locales].flat().length,
    problems: [
      ...problems,
      ...checkLabels(parts),
      ...checkLocales(parts.messages),
    ],
  };
}

/** The offsets of a file's parts by pointer; none where it cannot be read. */
function placesOf(file: string) {
  try {
    const text = readFileSync(path.join(root, file), "utf8");
    return { text, offsets: jsonPlaces(text).offsets };
  } catch {
    return { text: "", offsets: new Map<string, number>() };
  }
}

const places = new Map<string, ReturnType<typeof placesOf>>();

/** `file:line:column`, of the nearest part around it that is there. */
function placeOf({ file, pointer }: Problem): string {
  const known = places.get(file) ?? placesOf(file);
  places.set(file, known);
  for (let part = pointer; part; part = part.slice(0, part.lastIndexOf("/"))) {
    const offset = known.offsets.get(part);
    if (offset === undefined) continue;
    const { line, column } = lineAt(known.text, offset);
    return `${file}:${line}:${column}`;
  }
  return file;
}

const { read, problems } = lint();
for (const problem of problems) {
  const { pointer, reason } = problem;
  console.error(`${placeOf(problem)}${pointer && ` ${pointer}`}: ${reason}`);
}
if (read === 0) console.error("No files were read");
console.log(`${read} files read, ${problems.length} problems`);
process.exitCode = problems.length > 0 || read === 0 ? 1 : 0;
