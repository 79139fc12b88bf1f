import {
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { escapePointer } from "./pointer";
import {
  fault,
  type Fault,
  type Message,
  type MessageValues,
  type Problem,
} from "./problem";

/** A JSON file that was read, or one that exists only as a published edit. */
export type JsonFile = { file: string; content: unknown; isCreated?: true };

/**
 * Reads the JSON files of one folder of the project, sorted by name. Invalid
 * JSON is a problem with line and column, and so is a key that appears twice in
 * an object, which JSON.parse would hide. A missing folder holds no files.
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
    problems.push(...read.faults.map((found) => ({ file, ...found })));
    if ("content" in read) files.push({ file, content: read.content });
  }
  return { files, problems };
}

type Read = { content?: unknown; faults: Fault[] };

const refuse = (id: Message["id"], values?: MessageValues): Read => ({
  faults: [fault("", id, values)],
});

/** The values of files by path: a reload parses changed files only. */
const lastRead = new Map<string, { hash: string; read: Read }>();

function readJson(file: string): Read {
  try {
    const bytes = readFileSync(file);
    const hash = createHash("sha256").update(bytes).digest("base64url");
    const last = lastRead.get(file);
    if (last?.hash === hash) return last.read;
    const read = parseJson(bytes);
    lastRead.set(file, { hash, read });
    return read;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return refuse("fileUnreadable", { code: String(code) });
  }
}

/** The largest file of declarations, in bytes. */
const mostBytes = 2_000_000;

/** Returns the value of a JSON file, or the mistakes in its text. */
function parseJson(bytes: Buffer): Read {
  if (bytes.length > mostBytes)
    return refuse("fileTooLarge", { limit: mostBytes / 1_000_000 });
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
    return refuse("fileByteOrderMark");
  const text = decode(bytes);
  if (text === null) return refuse("fileNotUtf8");
  if (text.trim() === "") return refuse("isEmpty");
  if (depthOf(text) > deepest) return refuse("tooDeep", { limit: deepest });
  const wrong = syntaxError(text);
  if (wrong) {
    const { reason, offset } = wrong;
    return refuse("jsonSyntax", { ...lineAt(text, offset), reason });
  }
  const tree = parseTree(text);
  const faults = [...duplicateKeys(tree)].map((pointer) =>
    fault(pointer, "duplicateKey"),
  );
  return { content: JSON.parse(text), faults };
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Deeper than any declaration; the parsers and checks are recursive. */
export const deepest = 60;

/** Returns how deep a text nests lists and objects. A string that has no end is read to the end. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isInString = !isInString;
    else if (isInString) at += sign === "\\" ? 1 : 0;
    else if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    if (depth > most) most = depth;
  }
  return most;
}

/** Returns the first error of a text that JSON.parse rejects, else null. */
function syntaxError(text: string): { reason: Message; offset: number } | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const errors: ParseError[] = [];
    parseTree(text, errors, { disallowComments: true });
    const [first] = errors;
    return {
      offset: first?.offset ?? 0,
      reason: reasons[first ? printParseErrorCode(first.error) : ""] ?? {
        id: "jsonSymbol",
      },
    };
  }
}

const reasons: Readonly<Record<string, Message>> = {
  InvalidNumberFormat: { id: "jsonNumber" },
  PropertyNameExpected: { id: "jsonName" },
  ValueExpected: { id: "jsonValue" },
  ColonExpected: { id: "jsonColon" },
  CommaExpected: { id: "jsonComma" },
  CloseBraceExpected: { id: "jsonBrace" },
  CloseBracketExpected: { id: "jsonBracket" },
  EndOfFileExpected: { id: "jsonEnd" },
  InvalidCommentToken: { id: "jsonComment" },
  UnexpectedEndOfComment: { id: "jsonComment" },
  UnexpectedEndOfString: { id: "jsonQuote" },
  InvalidUnicode: { id: "jsonEscape" },
  InvalidEscapeCharacter: { id: "jsonEscape" },
  InvalidCharacter: { id: "jsonCharacter" },
};

/** Yields the pointer of each key that appeared before in the same object. */
function* duplicateKeys(
  node: Node | undefined,
  pointer = "",
): Generator<string> {
  if (node?.type === "array")
    for (const [index, entry] of (node.children ?? []).entries())
      yield* duplicateKeys(entry, `${pointer}/${index}`);
  if (node?.type !== "object") return;
  const seen = new Set<string>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    const name = String(key?.value);
    const here = `${pointer}/${escapePointer(name)}`;
    if (seen.has(name)) yield here;
    seen.add(name);
    yield* duplicateKeys(value, here);
  }
}

/** Returns the line and column of a place in a text, both counted from 1. */
export function lineAt(
  text: string,
  offset: number,
): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
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
