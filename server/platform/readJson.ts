import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { jsonPlaces, lineAt } from "./jsonPlaces";
import type { Fault, Problem } from "./problem";

/** A JSON file that was read. */
export type JsonFile = { file: string; content: unknown };

/**
 * The JSON files right in a folder of the project, by name. A file that is no
 * JSON is a problem, by line and column, and so is a key that stands twice in
 * an object, which JSON.parse would hide. A folder that is not there holds no
 * files.
 */
export function readJsonFolder(
  root: string,
  folder: string,
): { files: JsonFile[]; problems: Problem[] } {
  const files: JsonFile[] = [];
  const problems: Problem[] = [];
  for (const name of namesIn(path.join(root, folder))) {
    const file = `${folder}/${name}`;
    const read = readJson(path.join(root, folder, name));
    problems.push(...read.faults.map((fault) => ({ file, ...fault })));
    if ("content" in read) files.push({ file, content: read.content });
  }
  return { files, problems };
}

type Read = { content?: unknown; faults: Fault[] };

function readJson(file: string): Read {
  try {
    return parseJson(readFileSync(file));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return whole(`cannot be read (${String(code)})`);
  }
}

const whole = (reason: string): Read => ({ faults: [{ pointer: "", reason }] });

/** The value of a JSON file, or what is wrong with its text. */
function parseJson(bytes: Buffer): Read {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
    return whole("begins with a byte order mark; save it as UTF-8 without one");
  const text = decode(bytes);
  if (text === null) return whole("is not UTF-8; save it as UTF-8");
  if (text.trim() === "") return whole("is empty");
  const { fault, doubled } = jsonPlaces(text);
  if (fault) {
    const { line, column } = lineAt(text, fault.offset);
    return whole(`is no JSON: line ${line}, column ${column}: ${fault.reason}`);
  }
  const reason = "stands twice in its object; only the last would count";
  const faults = doubled.map((pointer) => ({ pointer, reason }));
  return { content: JSON.parse(text), faults };
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort();
  } catch {
    return [];
  }
}
