import { useEffect, useState } from "react";
import {
  parseDeclaration,
  edited,
  isChanged,
  redone,
  startDraft,
  undone,
  type Draft,
  type Snapshot,
} from "./draft";
import { formatJson } from "../../../domain/declarations/formatJson";
import {
  followDraft,
  forgetDraft,
  storeDraft,
  storedDraft,
} from "./storedDraft";
import type { Declaration, Document, EditableResource, Labels } from "./types";
import type { Language } from "../../../domain/limits";

export type Editing = {
  draft: Draft;
  isChanged: boolean;
  /** The draft was restored from an earlier visit. */
  isRestored: boolean;
  editText: (text: string) => void;
  editDeclaration: (declaration: Declaration, group?: string) => void;
  editLabel: (language: Language, key: string, text: string) => void;
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
  if (!hasChanges && draft.base.version !== version)
    setDraft(following(draft, { document, version }));

  useEffect(() => {
    if (hasChanges) storeDraft(userId, id, draft);
    else forgetDraft(userId, id);
  }, [userId, id, draft, hasChanges]);

  useEffect(
    () =>
      followDraft(userId, id, (other) => {
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
function withLabel(
  labels: Labels,
  { language, key, text }: { language: Language; key: string; text: string },
): Labels {
  const { [key]: _before, ...others } = labels[language];
  return {
    ...labels,
    [language]: text === "" ? others : { ...labels[language], [key]: text },
  };
}
