import { useEffect, useState } from "react";
import { formatJson } from "../../../domain/declarations/formatJson";
import type { Language } from "../../../domain/limits";
import { readStored, writeStored } from "../../providers/storage";
import { followStored } from "../../providers/tabStorage";
import { request } from "../../providers/http";
import {
  parseDeclaration,
  edited,
  isChanged,
  redone,
  startDraft,
  undone,
  type Draft,
  type Snapshot,
  type CreatedFields,
  type Declaration,
  type Document,
  type EditableResource,
  type Labels,
  type Check,
} from "./draft";

export type Editing = {
  draft: Draft;
  isChanged: boolean;
  /** The draft was restored from an earlier visit. */
  isRestored: boolean;
  editText: (text: string) => void;
  editDeclaration: (declaration: Declaration, group?: string) => void;
  editLabel: (language: Language, key: string, text: string) => void;
  /** Changes several parts of the document in one step. */
  editParts: (parts: {
    declaration: Declaration;
    fields?: CreatedFields;
    labels?: Labels;
    unique?: readonly string[];
  }) => void;
  undo: () => void;
  redo: () => void;
  /** Starts again from the published document. */
  discard: () => void;
  /** Records that this document is published. Later edits stay. */
  markPublished: (document: Document) => void;
  /** Replaces the draft by a state that starts from another base. */
  rebase: (base: Draft["base"], present: Snapshot) => void;
};

/**
 * Holds the draft of a resource. It is stored in this browser until it is
 * published or discarded, and all tabs of the browser edit the same draft. A draft
 * without changes follows the published version.
 */
export function useDraft(published: EditableResource, userId: string): Editing {
  const { id, document, version } = published;
  const [stored] = useState(() => storedDraft(userId, id));
  const [draft, setDraft] = useState<Draft>(
    stored ?? startDraft({ document, version }),
  );
  const hasChanges = isChanged(draft);
  // A reply may be lost: then the draft is what was published.
  const isPublished =
    !hasChanges || !isChanged({ ...draft, base: { document, version } });
  if (isPublished && draft.base.version !== version)
    setDraft(following(draft, { document, version }));

  useEffect(() => {
    storeDraft(userId, id, hasChanges ? draft : null);
  }, [userId, id, draft, hasChanges]);

  useEffect(
    () =>
      followStored(keyOf(userId, id), () => {
        const other = storedDraft(userId, id);
        setDraft((now) =>
          other
            ? {
                ...edited(now, other.present, { group: "tab", at: Date.now() }),
                base: other.base,
              }
            : startDraft({ document, version }),
        );
      }),
    [userId, id, document, version],
  );

  const edit = (group: string, next: (present: Snapshot) => Snapshot) =>
    setDraft((now) =>
      edited(now, next(now.present), { group, at: Date.now() }),
    );
  return {
    draft,
    isChanged: hasChanges,
    isRestored: stored !== null && draft.past.length === 0 && hasChanges,
    editText: (text) => edit("text", (present) => ({ ...present, text })),
    editDeclaration: (declaration, group = "form") =>
      edit(group, (present) => withDeclaration(present, declaration)),
    editLabel: (language, key, text) =>
      edit(`label ${key}`, (present) => ({
        ...present,
        labels: withLabel(present.labels, { language, key, text }),
      })),
    editParts: ({ declaration, ...parts }) =>
      edit("parts", (present) => ({
        ...withDeclaration(present, declaration),
        ...parts,
      })),
    undo: () => setDraft(undone),
    redo: () => setDraft(redone),
    discard: () => setDraft(startDraft({ document, version })),
    markPublished: (published) =>
      setDraft((now) => ({
        ...now,
        base: { ...now.base, document: published },
      })),
    rebase: (base, present) =>
      setDraft((now) => ({
        ...edited(now, present, { group: "rebase", at: Date.now() }),
        base,
      })),
  };
}

/** Keeps the undo steps if the published document is still the same. */
function following(draft: Draft, base: Draft["base"]): Draft {
  const kept = { ...draft, base };
  return isChanged(kept) ? startDraft(base) : kept;
}

/** A text with the same meaning keeps its white space. */
function withDeclaration(
  present: Snapshot,
  declaration: Declaration,
): Snapshot {
  const before = parseDeclaration(present.text);
  const text = `${formatJson(declaration)}\n`;
  return before && `${formatJson(before)}\n` === text
    ? present
    : { ...present, text };
}

/** An empty text removes the label; the field's label is used instead. */
export function withLabel(
  labels: Labels,
  { language, key, text }: { language: Language; key: string; text: string },
): Labels {
  const { [key]: _before, ...others } = labels[language];
  return {
    ...labels,
    [language]: text === "" ? others : { ...labels[language], [key]: text },
  };
}

type Stored = Pick<Draft, "base"> & Snapshot;

const keyOf = (userId: string, name: string) => `workshop.${userId}.${name}`;

/** Stores a draft in this browser; null removes it. */
export function storeDraft(
  userId: string,
  name: string,
  draft: Draft | null,
): void {
  const stored: Stored | null = draft && { base: draft.base, ...draft.present };
  writeStored(keyOf(userId, name), stored && JSON.stringify(stored));
}

/** Returns the stored draft without its undo steps, null if nothing is stored. */
export function storedDraft(userId: string, name: string): Draft | null {
  const stored = readStored(keyOf(userId, name));
  if (stored === null) return null;
  try {
    const { base, text, labels, ...parts } = JSON.parse(stored) as Stored;
    if (typeof base.version !== "string" || typeof text !== "string")
      return null;
    // Older drafts have no fields, or no unique fields.
    const { fields = {}, unique = [] } = parts as Partial<Snapshot>;
    const present = { text, labels, fields, unique };
    return { ...startDraft(base), present };
  } catch {
    return null;
  }
}

/** The draft is checked after this time without another edit. */
const delayMs = 500;

export type Checked = {
  /** The result for the draft as it was last checked. */
  check: Check | null;
  /** The draft has changed since the last check. */
  isChecking: boolean;
  error: unknown;
  retry: () => void;
};

type Result = { document: Document; check: Check | null; error?: unknown };

/**
 * Checks a document on the server whenever it or the published version changes.
 * Results for older documents are ignored. A null document is not checked.
 */
export function useCheck(
  resource: string,
  document: Document | null,
  version: string,
): Checked {
  const [result, setResult] = useState<Result | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!document) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      request<Check>("/workspace/check", {
        method: "POST",
        body: { resource, document },
        signal,
      }).then(
        (check) => {
          if (!signal.aborted) setResult({ document, check });
        },
        (error: unknown) => {
          if (!signal.aborted) setResult({ document, check: null, error });
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [resource, document, version, attempt]);

  return {
    check: result?.check ?? null,
    isChecking: document !== null && result?.document !== document,
    error: result?.document === document ? result.error : undefined,
    retry: () => {
      setResult(null);
      setAttempt(attempt + 1);
    },
  };
}
