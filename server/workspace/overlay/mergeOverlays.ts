import { apply } from "../../../domain/declarations/apply";
import { difference } from "../../../domain/declarations/difference";
import type { Change, Document } from "../../../domain/declarations/document";
import { fault, type Message, type Problem } from "../../platform/problem";
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
      const file = resourceFile(name);
      problems.push({ file, ...fault("", "overlayGone") });
      continue;
    }
    const changes = parts.flatMap(({ resource, change }) =>
      resource === name ? [change] : [],
    );
    const { document, conflicts } = apply(file, changes);
    sources = withDocument(sources, name, document);
    for (const change of conflicts) {
      const message = conflictMessage(change);
      problems.push(problemAt({ name, document, change, message }));
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

/** Returns whether the files already contain the published edit. */
export function isTakenOver(files: Sources, row: OverlayRow): boolean {
  const file = documentIn(files, row.resource);
  if (!file) return false;
  const { document, conflicts } = apply(file, difference(row.base, row.target));
  return conflicts.length === 0 && isSameDocument(document, file);
}

const isSameDocument = (one: Document, other: Document): boolean =>
  difference(one, other).length === 0;
