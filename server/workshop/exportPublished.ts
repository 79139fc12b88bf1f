import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { isEqual } from "../../domain/formats";
import { type Json, isObject, own } from "../../domain/declarations/json";
import { inTransaction } from "../platform/database";
import { ProblemsFound } from "../platform/problem";
import type { JsonFile } from "../platform/readJson";
import type { Context } from "../workspace/context";
import {
  applyOverlays,
  documentFolder,
  documentIn,
  insertChange,
  isTakenOver,
  lockPublishing,
  markExported,
  readOverlays,
  type OverlayRow,
} from "../workspace/overlay";
import { readSources, writtenFiles, type Sources } from "../workspace/sources";
import {
  applyEdits,
  getNodeValue,
  parseTree,
  type Edit,
  type Node,
} from "jsonc-parser";
import { formatJson, orderedLike } from "../../domain/declarations/formatJson";
import { entryKey, keyedList } from "../../domain/declarations/keyedList";

/** The written files, relative to the project. */
export type Exported = { files: string[] };

/** The command's name in a call to the program that holds the data. */
export const exportCommand = "workspace-export";

/**
 * Writes the published edits into resources/, schemas/, dashboards/ and locales/. A created
 * list gets files of its own. Only files that
 * differ are written, and in them only the parts that differ; each file is
 * replaced at once. The history records the export. Throws ProblemsFound, with
 * nothing written, if the files have errors or an edit does not fit them.
 */
export async function exportPublished(
  context: Pick<Context, "root" | "database" | "clock" | "declarations">,
): Promise<Exported> {
  const { root, database, declarations } = context;
  const files = readSources(root);
  if (files.problems.length > 0) throw new ProblemsFound(files.problems);
  const rows = (await readOverlays(database.kysely)).filter(
    // Servers have had the edit in their files: without it, it was removed there.
    (row) => row.takenAt === null && !isTakenOver(files, row),
  );
  const { sources, problems } = await applyOverlays(declarations, files, rows);
  if (problems.length > 0) throw new ProblemsFound(problems);
  await declarations.compile(sources);
  const changed = [
    ...differing(
      writtenFiles(files.resources),
      writtenFiles(sources.resources),
    ),
    ...differing(files.schemas, sources.schemas),
    ...differing(files.dashboards, sources.dashboards),
    ...differing(files.locales, sources.locales),
  ];
  for (const { file, content, isCreated } of changed) {
    const target = path.join(root, file);
    const text = isCreated ? "" : await readFile(target, "utf8");
    const temporary = `${target}.${process.pid}`;
    await writeFile(temporary, rewriteJson(text, content as Json));
    await rename(temporary, target);
  }
  await recordExport(context, { rows, sources });
  await declarations.reload();
  return { files: changed.map(({ file }) => file) };
}

function differing(
  before: readonly JsonFile[],
  after: readonly JsonFile[],
): JsonFile[] {
  const contents = new Map(
    before.map(({ file, content }) => [file, content as Json]),
  );
  return after.filter(
    ({ file, content }) => !isEqual(contents.get(file), content as Json),
  );
}

/** Marks the overlays as exported, unless a newer edit has been published. */
async function recordExport(
  { database, clock }: Pick<Context, "database" | "clock">,
  { rows, sources }: { rows: readonly OverlayRow[]; sources: Sources },
): Promise<void> {
  const at = clock.now();
  await inTransaction(database, async (trx) => {
    await lockPublishing(trx);
    for (const { resource, version, isExported } of rows) {
      const document = documentIn(sources, resource);
      if (!document || isExported) continue;
      await markExported(trx, { resource, version });
      // The edit of a created field is in the history of a list.
      if (documentFolder(sources, resource) === "schemas") continue;
      await insertChange(trx, {
        resource,
        kind: "export",
        undoes: null,
        author: "npm run workspace:export",
        authorId: null,
        at,
        reason: "exported",
        before: document,
        after: document,
        widened: [],
      });
    }
  });
}

/**
 * Returns the text of a JSON file, changed to contain the value. Only parts
 * that differ are rewritten, formatted as oxfmt would, so that a version
 * control system shows nothing but the changes.
 * @example rewriteJson('{ "a": 1,  "b": 2 }', { a: 1, b: 3 }) // '{ "a": 1,  "b": 3 }'
 */
export function rewriteJson(text: string, value: Json): string {
  const root = parseTree(text);
  if (!root) return `${formatJson(value)}\n`;
  return applyEdits(text, [...editsOf({ text, node: root, value })]);
}

type Part = { text: string; node: Node; value: Json };

function* editsOf({ text, node, value }: Part): Generator<Edit> {
  const present = getNodeValue(node) as Json;
  if (isEqual(present, value)) return;
  const names = partNames(present);
  const isSameType = isObject(present) === isObject(value);
  if (
    names &&
    isSameType &&
    isEqual(names.toSorted(), partNames(value)?.toSorted())
  ) {
    const order = keyedList(value)?.map(([key]) => key);
    if (!order || isEqual(order, names)) {
      for (const name of names) {
        const child = childNode(node, name);
        const part = childValue(value, name);
        if (child && part !== undefined)
          yield* editsOf({ text, node: child, value: part });
      }
      return;
    }
  }
  const line = text.slice(text.lastIndexOf("\n", node.offset) + 1, node.offset);
  const content = formatJson(orderedLike(value, present), {
    indent: /^ */.exec(line)?.[0] ?? "",
    column: line.length,
    textOf: (part, steps) => {
      const old = steps.reduce<Node | undefined>(childNode, node);
      return old && isEqual(getNodeValue(old) as Json, part)
        ? text.slice(old.offset, old.offset + old.length)
        : undefined;
    },
  });
  yield { offset: node.offset, length: node.length, content };
}

/** Returns the names of a value's parts: property names or entry keys. */
const partNames = (value: Json): string[] | undefined =>
  isObject(value) ? Object.keys(value) : keyedList(value)?.map(([key]) => key);

const childValue = (value: Json, name: string): Json | undefined =>
  isObject(value)
    ? own(value, name)
    : keyedList(value)?.find(([key]) => key === name)?.[1];

/** Returns the node of a property, of a keyed entry, or at an index. */
function childNode(node: Node | undefined, step: string): Node | undefined {
  if (node?.type === "object")
    return node.children?.find(
      ({ children: [key] = [] }) => key?.value === step,
    )?.children?.[1];
  return (
    node?.children?.find((child) => {
      const entry = getNodeValue(child) as Json;
      return isObject(entry) && entryKey(entry) === step;
    }) ?? node?.children?.[Number(step)]
  );
}
