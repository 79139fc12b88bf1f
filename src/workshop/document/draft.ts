import { formatJson } from "../../../domain/declarations/formatJson";
import type { Declaration, Document, Labels } from "./types";

/**
 * One state of what is edited. The declaration is kept as text, so that it may
 * be broken for a while and keeps its spaces.
 */
export type Snapshot = { text: string; labels: Labels };

export type Draft = {
  /** What it began from. */
  base: { document: Document; version: string };
  present: Snapshot;
  past: readonly Snapshot[];
  future: readonly Snapshot[];
  /** The last edit: another of the same group soon after joins its step. */
  last: { group: string; at: number } | null;
};

/** Edits of one group within so many milliseconds are one step back. */
const together = 1000;
const mostSteps = 200;

export const snapshotOf = ({ declaration, labels }: Document): Snapshot => ({
  text: `${formatJson(declaration)}\n`,
  labels,
});

/** A draft that says what is published. */
export const startDraft = (base: Draft["base"]): Draft => ({
  base,
  present: snapshotOf(base.document),
  past: [],
  future: [],
  last: null,
});

/**
 * The draft with another state as one step that can be taken back; `at` is the
 * time in milliseconds.
 */
export function edited(
  draft: Draft,
  present: Snapshot,
  step: { group: string; at: number },
): Draft {
  const { last } = draft;
  if (
    present.text === draft.present.text &&
    present.labels === draft.present.labels
  )
    return draft;
  const joins =
    last !== null &&
    last.group === step.group &&
    step.at - last.at < together &&
    draft.past.length > 0;
  return {
    ...draft,
    present,
    past: joins ? draft.past : [...draft.past, draft.present].slice(-mostSteps),
    future: [],
    last: step,
  };
}

export function undone(draft: Draft): Draft {
  const present = draft.past.at(-1);
  if (!present) return draft;
  return {
    ...draft,
    present,
    past: draft.past.slice(0, -1),
    future: [draft.present, ...draft.future],
    last: null,
  };
}

export function redone(draft: Draft): Draft {
  const [present, ...future] = draft.future;
  if (!present) return draft;
  return {
    ...draft,
    present,
    past: [...draft.past, draft.present],
    future,
    last: null,
  };
}

/** The declaration of a text; null where the text is not a JSON object. */
export function declarationOf(text: string): Declaration | null {
  try {
    const read = JSON.parse(text) as unknown;
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Declaration)
      : null;
  } catch {
    return null;
  }
}

/** What a state says; null while its text is broken. */
export function documentOf({ text, labels }: Snapshot): Document | null {
  const declaration = declarationOf(text);
  return declaration && { declaration, labels };
}

/** Whether anything differs from what it began from; spaces do not. */
export function isChanged({ base, present }: Draft): boolean {
  const begun = snapshotOf(base.document);
  if (sortedText(present.labels) !== sortedText(begun.labels)) return true;
  const declaration = declarationOf(present.text);
  return declaration === null || `${formatJson(declaration)}\n` !== begun.text;
}

const sortedText = ({ en, ru }: Labels): string =>
  JSON.stringify([en, ru].map((texts) => Object.entries(texts).sort()));
