import { setImmediate as nextTurn } from "node:timers/promises";
import { apply } from "../../../domain/declarations/apply";
import { difference } from "../../../domain/declarations/difference";
import {
  isNoDocument,
  noDocument,
  type Change,
  type Document,
} from "../../../domain/declarations/document";
import {
  fault,
  ProblemsFound,
  type Message,
  type Problem,
} from "../../platform/problem";
import type { Declarations } from "../declared";
import type { Sources } from "../sources";
import { documentFile, documentIn, problemAt, withDocument } from "./documents";
import type { OverlayRow } from "./overlayQueries";

/** Published changes of a resource that act together. */
type Part = { resource: string; changes: readonly Change[] };

/**
 * Returns all published changes in the order of the documents. Each acts by itself, except
 * that a document without a file acts as a whole.
 */
const partsOf = (rows: readonly OverlayRow[]): Part[] =>
  rows.flatMap(({ resource, base, target }) => {
    const changes = difference(base, target);
    if (changes.length > 0 && isNoDocument(base))
      return [{ resource, changes }];
    return changes.map((change) => ({ resource, changes: [change] }));
  });

/**
 * Applies changes to the files. If a file has changed at the same place since,
 * the file wins, and a problem names both values. A file with the name of a created
 * document wins as a whole.
 */
function mergeParts(
  files: Sources,
  parts: readonly Part[],
  created: ReadonlySet<string>,
): { sources: Sources; problems: Problem[] } {
  let sources = files;
  const problems: Problem[] = [];
  for (const name of new Set(parts.map(({ resource }) => resource))) {
    const file = documentIn(files, name);
    const written = documentFile(files, name);
    if (!file && !created.has(name)) {
      problems.push({ file: written, ...fault("", "overlayGone") });
      continue;
    }
    const changes = parts.flatMap(({ resource, changes }) =>
      resource === name ? changes : [],
    );
    const { document, conflicts } = apply(file ?? noDocument, changes);
    if (file && created.has(name)) {
      if (conflicts.length > 0 || !isSameDocument(document, file))
        problems.push({ file: written, ...fault("", "overlayTaken") });
      continue;
    }
    sources = withDocument(sources, name, document);
    for (const change of conflicts) {
      const message = conflictMessage(change);
      problems.push(
        problemAt({ sources: files, name, document, change, message }),
      );
    }
  }
  return { sources, problems };
}

const conflictMessage = ({ kind, before, after }: Change): Message => ({
  id: conflictIds[kind],
  values: { before: shown(before), after: shown(after) },
});

const conflictIds = {
  add: "overlayAdd",
  remove: "overlayRemove",
  set: "overlaySet",
  order: "overlaySet",
} as const;

const longestShown = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/**
 * Returns whether the files already contain an exported edit. A file replaces the created
 * document from which it was written, also once somebody has changed the file. Once a server
 * has had the edit in its files, only files from before the edit lack it.
 */
export function isTakenOver(files: Sources, row: OverlayRow): boolean {
  if (!row.isExported) return false;
  const file = documentIn(files, row.resource);
  if (row.takenAt !== null)
    return !isSameDocument(file ?? noDocument, row.base);
  if (!file) return false;
  if (isNoDocument(row.base)) return true;
  const { document, conflicts } = apply(file, difference(row.base, row.target));
  return conflicts.length === 0 && isSameDocument(document, file);
}

const isSameDocument = (one: Document, other: Document): boolean =>
  difference(one, other).length === 0;

/**
 * Returns the files with as many published edits as possible. Edits that are no
 * longer compatible with the files are left out and reported. If the files alone
 * have errors, nothing is applied, and the file check reports them. Requests are
 * answered during and between the attempts, each of which compiles all declarations.
 */
export async function applyOverlays(
  declarations: Pick<Declarations, "compile">,
  files: Sources,
  rows: readonly OverlayRow[],
): Promise<{ sources: Sources; problems: Problem[] }> {
  const faults = async (sources: Sources): Promise<readonly Problem[]> => {
    await nextTurn();
    try {
      await declarations.compile(sources);
      return [];
    } catch (error) {
      if (error instanceof ProblemsFound) return error.problems;
      throw error;
    }
  };
  const created = new Set(
    rows.flatMap(({ resource, base }) => (isNoDocument(base) ? resource : [])),
  );
  const merge = (parts: readonly Part[]) => mergeParts(files, parts, created);
  const parts = partsOf(rows);
  const whole = merge(parts);
  if (parts.length === 0 || (await faults(whole.sources)).length === 0)
    return whole;
  if ((await faults(files)).length > 0) return { sources: files, problems: [] };
  const kept: Part[] = [];
  let left = [...parts];
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = await withoutFitting(left, async (some) => {
      const { sources } = merge([...kept, ...some]);
      const fits = (await faults(sources)).length === 0;
      if (fits) kept.push(...some);
      return fits;
    });
  }
  const merged = merge(kept);
  const dropped: Problem[] = [];
  for (const part of left) {
    const { resource: name } = part;
    const document = documentIn(files, name) ?? noDocument;
    const [change = { pointer: "" }] = isNoDocument(document)
      ? []
      : part.changes;
    if (isNoDocument(document) && !created.has(name)) continue;
    const { sources } = merge([...kept, part]);
    const [found] = await faults(sources);
    const why = found
      ? (found.message ?? found.reason)
      : ({ id: "overlayUnfitOther" } as const);
    const message = { id: "overlayUnfit", values: { why } } as const;
    dropped.push(
      problemAt({ sources: files, name, document, change, message }),
    );
  }
  return { ...merged, problems: [...merged.problems, ...dropped] };
}

/**
 * Returns the parts that cannot be applied. It splits the list in halves,
 * because most parts can be applied together.
 */
async function withoutFitting(
  parts: readonly Part[],
  take: (some: readonly Part[]) => Promise<boolean>,
): Promise<Part[]> {
  if (parts.length === 0 || (await take(parts))) return [];
  if (parts.length === 1) return [...parts];
  const middle = Math.ceil(parts.length / 2);
  const first = await withoutFitting(parts.slice(0, middle), take);
  const second = await withoutFitting(parts.slice(middle), take);
  return [...first, ...second];
}
