import { formatJson } from "../../../domain/declarations/formatJson";
import type {
  WorkspaceChangesEntry,
  WorkspaceCheckReply,
  WorkspacePartsProblem,
  WorkspaceResourcesList,
  WorkspaceResourcesReply,
} from "../../../generated/schemas";
import type {
  Change,
  CreatedField,
  Document,
} from "../../../domain/declarations/document";
import { isEqual } from "../../../domain/formats";
import type { Language } from "../../../domain/limits";

/**
 * One state of the edited document. The declaration is stored as text, so that
 * it may be invalid for a while and keeps its white space.
 */
export type Snapshot = {
  text: string;
  labels: Labels;
  fields: CreatedFields;
  /** In a created list: the fields whose values together no two rows share. */
  unique: readonly string[];
};

export type Draft = {
  /** The published document that the draft started from. */
  base: { document: Document; version: string };
  present: Snapshot;
  past: readonly Snapshot[];
  future: readonly Snapshot[];
  /** The last edit. A quick second edit of the same group joins its undo step. */
  last: { group: string; at: number } | null;
};

/** Edits of one group within this time are one undo step. */
const joinMilliseconds = 1000;
const maxSteps = 200;

export const snapshotOf = ({
  declaration,
  labels,
  fields = {},
  unique = [],
}: Document): Snapshot => ({
  text: `${formatJson(declaration)}\n`,
  labels,
  fields,
  unique,
});

/** Returns a draft without changes. */
export const startDraft = (base: Draft["base"]): Draft => ({
  base,
  present: snapshotOf(base.document),
  past: [],
  future: [],
  last: null,
});

/** Returns the draft with a new state; `at` is the time in milliseconds. */
export function edited(
  draft: Draft,
  present: Snapshot,
  step: { group: string; at: number },
): Draft {
  const { last } = draft;
  if (
    present.text === draft.present.text &&
    present.labels === draft.present.labels &&
    present.fields === draft.present.fields &&
    present.unique === draft.present.unique
  )
    return draft;
  const joins =
    last !== null &&
    last.group === step.group &&
    step.at - last.at < joinMilliseconds &&
    draft.past.length > 0;
  return {
    ...draft,
    present,
    past: joins ? draft.past : [...draft.past, draft.present].slice(-maxSteps),
    future: [],
    last: step,
  };
}

export function undone(draft: Draft): Draft {
  const present = draft.past.at(-1);
  if (!present) return draft;
  const past = draft.past.slice(0, -1);
  const future = [draft.present, ...draft.future];
  return { ...draft, present, past, future, last: null };
}

export function redone(draft: Draft): Draft {
  const [present, ...future] = draft.future;
  if (!present) return draft;
  const past = [...draft.past, draft.present];
  return { ...draft, present, past, future, last: null };
}

/** Parses a declaration. Returns null if the text is not a JSON object. */
export function parseDeclaration(text: string): Declaration | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Declaration)
      : null;
  } catch {
    return null;
  }
}

/** Returns the document of a state, null while its text is invalid. */
export function documentOf({
  text,
  labels,
  fields,
  unique,
}: Snapshot): Document | null {
  const declaration = parseDeclaration(text);
  if (!declaration) return null;
  return {
    declaration,
    labels,
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(unique.length > 0 ? { unique: [...unique] } : {}),
  };
}

/** Whether the draft differs from its base in more than white space. */
export function isChanged({ base, present }: Draft): boolean {
  const original = snapshotOf(base.document);
  if (sortedText(present.labels) !== sortedText(original.labels)) return true;
  if (!isEqual(present.fields, original.fields)) return true;
  if (!isEqual(present.unique, original.unique)) return true;
  const declaration = parseDeclaration(present.text);
  return (
    declaration === null || `${formatJson(declaration)}\n` !== original.text
  );
}

const sortedText = ({ en, ru }: Labels): string =>
  JSON.stringify([en, ru].map((texts) => Object.entries(texts).sort()));

export type { Change, CreatedField, Document };
/** Fields of the row that the files do not have, by name. */
export type CreatedFields = Readonly<Record<string, CreatedField>>;
export type Declaration = Document["declaration"];
/** Texts below `resources.<name>` of the locales, by language and dotted key. */
export type Labels = Record<Language, Record<string, string>>;
export type Problem = WorkspacePartsProblem;
export type Check = WorkspaceCheckReply;
export type EditableResource = WorkspaceResourcesReply;
export type ResourceEntry = WorkspaceResourcesList[number];
export type HistoryEntry = WorkspaceChangesEntry;
