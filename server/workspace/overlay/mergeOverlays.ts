import { apply } from "../../../domain/declarations/apply";
import { difference } from "../../../domain/declarations/difference";
import type { Change, Document } from "../../../domain/declarations/document";
import type { Problem } from "../../platform/problem";
import type { Sources } from "../sources";
import { documentIn, problemAt, resourceFile, withDocument } from "./documents";
import type { OverlayRow } from "./overlayQueries";

/** A published change and its resource. */
export type Part = { resource: string; change: Change };

/** Returns all published changes in the order of the documents. */
export const partsOf = (rows: readonly OverlayRow[]): Part[] =>
  rows.flatMap(({ resource, base, target }) =>
    difference(base, target).map((change) => ({ resource, change })),
  );

/**
 * Applies changes to the files. If a file has changed at the same place since,
 * the file wins, and a problem names both values.
 */
export function mergeParts(
  files: Sources,
  parts: readonly Part[],
): { sources: Sources; problems: Problem[] } {
  let sources = files;
  const problems: Problem[] = [];
  for (const name of new Set(parts.map(({ resource }) => resource))) {
    const file = documentIn(files, name);
    if (!file) {
      const reason = "is gone, and with it what was published of it";
      problems.push({ file: resourceFile(name), pointer: "", reason });
      continue;
    }
    const changes = parts.flatMap(({ resource, change }) =>
      resource === name ? [change] : [],
    );
    const { document, conflicts } = apply(file, changes);
    sources = withDocument(sources, name, document);
    for (const change of conflicts) {
      const reason = conflictReason(change);
      problems.push(problemAt({ name, document, change, reason }));
    }
  }
  return { sources, problems };
}

function conflictReason({ kind, after, before }: Change): string {
  const wanted = kind === "remove" ? "removes it" : `says ${shown(after)}`;
  const was = kind === "add" ? "was not there" : `was ${shown(before)}`;
  return `the published edit ${wanted} where it ${was}; the file was changed since and holds`;
}

const longestShown = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** Returns whether the files already contain the published edit. */
export function isTakenOver(files: Sources, row: OverlayRow): boolean {
  const file = documentIn(files, row.resource);
  if (!file) return false;
  const { document, conflicts } = apply(file, difference(row.base, row.target));
  return conflicts.length === 0 && isSameDocument(document, file);
}

const isSameDocument = (one: Document, other: Document): boolean =>
  difference(one, other).length === 0;
