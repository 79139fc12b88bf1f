import { useCallback, useEffect, useState } from "react";
import {
  declarationOf,
  edited,
  isChanged,
  redone,
  startDraft,
  undone,
  type Draft,
  type Snapshot,
} from "./draft";
import { formatJson } from "../../../domain/declarations/formatJson";
import { forgetDraft, storeDraft, storedDraft } from "./storedDraft";
import type { Declaration, Document, EditableResource, Labels } from "./types";
import type { Language } from "../../../domain/limits";

export type Editing = {
  draft: Draft;
  isChanged: boolean;
  /** The draft was begun in an earlier visit. */
  isKept: boolean;
  editText: (text: string) => void;
  editDeclaration: (declaration: Declaration, group?: string) => void;
  editLabel: (language: Language, key: string, text: string) => void;
  undo: () => void;
  redo: () => void;
  /** Begins anew from what is published. */
  discard: () => void;
  /** What is published now says this; edits made since stay. */
  settle: (document: Document) => void;
  /** Takes another state as begun from what is published now. */
  rebase: (base: Draft["base"], present: Snapshot) => void;
};

/**
 * The draft of a resource, kept in this browser for its author through reloads
 * until it is published or discarded. Without changes of its own it follows
 * what is published.
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

  const edit = useCallback(
    (group: string, next: (present: Snapshot) => Snapshot) => {
      setDraft((now) =>
        edited(now, next(now.present), { group, at: Date.now() }),
      );
    },
    [],
  );
  return {
    draft,
    isChanged: hasChanges,
    isKept: stored !== null && draft.past.length === 0 && hasChanges,
    editText: useCallback(
      (text) => {
        edit("text", (present) => ({ ...present, text }));
      },
      [edit],
    ),
    editDeclaration: useCallback(
      (declaration, group = "form") => {
        edit(group, (present) => withDeclaration(present, declaration));
      },
      [edit],
    ),
    editLabel: useCallback(
      (language, key, text) => {
        edit(`label ${key}`, (present) => ({
          ...present,
          labels: withLabel(present.labels, { language, key, text }),
        }));
      },
      [edit],
    ),
    undo: useCallback(() => {
      setDraft(undone);
    }, []),
    redo: useCallback(() => {
      setDraft(redone);
    }, []),
    discard: useCallback(() => {
      setDraft(startDraft({ document, version }));
    }, [document, version]),
    settle: useCallback((taken) => {
      setDraft((now) => ({ ...now, base: { ...now.base, document: taken } }));
    }, []),
    rebase: useCallback((base, present) => {
      setDraft((now) => ({
        ...edited(now, present, { group: "rebase", at: Date.now() }),
        base,
      }));
    }, []),
  };
}

/** The steps back stay where they lead to what everybody has now. */
function following(draft: Draft, base: Draft["base"]): Draft {
  const begun = startDraft(base);
  return begun.present.text === draft.present.text ? { ...draft, base } : begun;
}

/** Text that says the same keeps its spaces. */
function withDeclaration(
  present: Snapshot,
  declaration: Declaration,
): Snapshot {
  const before = declarationOf(present.text);
  const text = `${formatJson(declaration)}\n`;
  return before && `${formatJson(before)}\n` === text
    ? present
    : { ...present, text };
}

/** An empty name is none: the field's stands instead. */
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
