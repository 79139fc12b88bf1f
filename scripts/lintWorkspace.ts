// Checks all declarations (schemas, resources, feeds, locales) as the server
// does at start. Warnings, such as missing labels, fail here as well. Prints
// each mistake with its line.
//
//   npm run lint:workspace -- --against main
//
// also lists the parts that more people may see than in that Git revision, and
// fails if there are any, so that each one is confirmed in a review.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { buildApp } from "../server/app";
import { areas } from "../server/areas";
import { openAreas } from "../server/workspace/openAreas";
import { createContext } from "../server/createContext";
import { setChecks } from "../server/declare";
import { stepsOf } from "../domain/declarations/document";
import { ProblemsFound, type Problem } from "../server/platform/problem";
import { lineAt } from "../server/platform/readJson";
import {
  fieldChanges,
  listChanges,
  type ViewerChanges,
} from "../server/workspace/checks/accessChanges";
import { checkSources } from "../server/workspace/checks/checkSources";
import { findWarnings } from "../server/workspace/checks/findWarnings";
import { readSources, type Sources } from "../server/workspace/sources";
import { runAtOnce } from "../server/platform/steps";

const root = process.cwd();

/** Returns `file:line:column` of a problem, or of the nearest part around it. */
function placeOf({ file, pointer }: Problem): string {
  try {
    const text = readFileSync(path.join(root, file), "utf8");
    const tree = parseTree(text);
    const steps = stepsOf(pointer);
    for (; tree && steps.length > 0; steps.pop()) {
      const location = steps.map((step) =>
        /^\d+$/.test(step) ? Number(step) : step,
      );
      const value =
        findNodeAtLocation(tree, location) ?? findNodeAtLocation(tree, steps);
      if (!value) continue;
      // A member of an object begins at its key.
      const node = value.parent?.type === "property" ? value.parent : value;
      const { line, column } = lineAt(text, node.offset);
      return `${file}:${line}:${column}`;
    }
  } catch {
    // The problem itself says that the file cannot be read.
  }
  return file;
}

const check = (sources: Sources) => {
  const { parts, problems } = runAtOnce(
    checkSources({ sources, checks: setChecks }),
  );
  return { parts, problems: [...problems, ...runAtOnce(findWarnings(parts))] };
};

type Checked = ReturnType<typeof check>["parts"];

/** Returns a line for each list or row, and each role that sees more of it. */
function widenedLines(before: Checked, after: Checked): string[] {
  const lists = after.resources.flatMap((resource) => {
    const old = before.resources.find(({ name }) => name === resource.name);
    if (!old) return [];
    const changes = runAtOnce(
      listChanges(
        { resource: old, row: before.schemas.row(old.row) },
        { resource, row: after.schemas.row(resource.row) },
      ),
    );
    return linesOf(`resources/${resource.name}.json`, changes);
  });
  const rowsOf = ({ resources }: Checked) =>
    new Set(resources.map(({ row }) => row));
  const old = rowsOf(before);
  const rows = [...rowsOf(after)].flatMap((id) =>
    old.has(id)
      ? linesOf(
          `schemas/${id}.json`,
          runAtOnce(
            fieldChanges(before.schemas.row(id), after.schemas.row(id)),
          ),
        )
      : [],
  );
  return [...lists, ...rows];
}

const linesOf = (file: string, changes: readonly ViewerChanges[]) =>
  changes
    .filter(({ widened }) => widened.length > 0)
    .map(
      ({ role, widened }) =>
        `${file}: Now also visible to ${role}: ${widened.join(", ")}.`,
    );

/** Returns the declarations of a Git revision. */
function sourcesAt(revision: string): Sources {
  const folder = mkdtempSync(path.join(tmpdir(), "declarations-"));
  try {
    const folders = ["schemas", "resources", "dashboards", "feeds", "locales"];
    const names = execFileSync("git", ["ls-tree", "--name-only", revision], {
      cwd: root,
      encoding: "utf8",
    }).split("\n");
    // Older revisions do not have all of them.
    const present = folders.filter((name) => names.includes(name));
    const archive = execFileSync("git", ["archive", revision, ...present], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    return readSources(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the mistakes in calls that the declarations expect of the areas. */
async function callProblems(): Promise<readonly Problem[]> {
  const context = await createContext({
    DATA_DIRECTORY: ":memory:",
    LOG_LEVEL: "silent",
  });
  try {
    const app = await buildApp(openAreas(context, areas));
    await app.close();
    return [];
  } catch (error) {
    if (error instanceof ProblemsFound) return error.problems;
    throw error;
  } finally {
    await context.database.close();
  }
}

const { values } = parseArgs({ options: { against: { type: "string" } } });
const sources = readSources(root);
const { parts, problems: found } = check(sources);
const areUsable = found.every(({ severity }) => severity === "warning");
const problems = [...found, ...(areUsable ? await callProblems() : [])];
for (const problem of problems) {
  const { pointer, reason } = problem;
  console.error(`${placeOf(problem)}${pointer && ` ${pointer}`}: ${reason}`);
}

const widened =
  values.against === undefined
    ? []
    : widenedLines(check(sourcesAt(values.against)).parts, parts);
for (const line of widened) console.error(line);

const read = Object.values(sources).flat().length - sources.problems.length;
if (read === 0) console.error("No files were read.");
console.log(`${read} files read, ${problems.length} problems`);
const isGood = problems.length === 0 && widened.length === 0 && read > 0;
process.exitCode = isGood ? 0 : 1;
