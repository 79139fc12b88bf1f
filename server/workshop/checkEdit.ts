import { difference } from "../../domain/declarations/difference";
import {
  isNoDocument,
  noDocument,
  type Document,
} from "../../domain/declarations/document";
import { partAt } from "../../domain/declarations/part";
import { clashingLabels } from "../../domain/declarations/labels";
import type { Language } from "../../domain/limits";
import type {
  WorkspaceCheckBody,
  WorkspaceCheckReply,
} from "../../generated/schemas";
import { fingerprint } from "../platform/fingerprint";
import {
  problemIn,
  ProblemsFound,
  type Message,
  type Problem,
} from "../platform/problem";
import type { DeclaredSet } from "../workspace/declared";
import {
  documentFile,
  documentFolder,
  documentIn,
  isCreated,
  localeFile,
  problemAt,
  rowDocument,
  rowOf,
  withEdited,
} from "../workspace/overlay";
import type { Sources } from "../workspace/sources";
import { createdProblems } from "./createdProblems";
import { fieldProblems } from "./fieldProblems";
import { impactOf, noImpact } from "./impact";
import { currentDocument } from "./resources";
import { storedRowProblems } from "./storedRowProblems";
import {
  createdKeys,
  metaSchemas,
  structuralChanges,
  structuralParts,
} from "./structuralParts";
import type { Workshop } from "./workshop";

type Edit = {
  /** The name of the edited list or dashboard. */
  resource: string;
  files: Sources;
  /** The declarations to which the edit belongs. */
  sources: Sources;
  present: Document;
  document: Document;
};

/**
 * Checks an edit without publishing it: errors, warnings, the changes against
 * the published document, and the impact on users. Throws not_found.
 */
export async function checkEdit(
  workshop: Workshop,
  { resource, document }: WorkspaceCheckBody,
  language: Language,
): Promise<WorkspaceCheckReply> {
  const present = await currentDocument(workshop, resource, document);
  const { files, sources } = await workshop.overlays.acting();
  const edit = { resource, files, sources, present, document };
  const { problems, set } = await validateEdit(workshop, edit);
  const row = rowOf(document) ?? rowOf(present);
  const shown = new Set([
    documentFile(sources, resource),
    ...(row === undefined ? [] : [documentFile(sources, rowDocument(row))]),
    ...Object.keys(document.labels).map(localeFile),
  ]);
  const warnings =
    set?.workspace.problems.filter(({ file }) => shown.has(file)) ?? [];
  const localized = (problem: Problem) =>
    problemIn(problem, language, workshop.context.messages);
  return {
    success: true,
    problems: problems.map(localized),
    warnings: warnings.map(localized),
    difference: difference(present, document),
    impact: set ? await impactOf(workshop, { resource, set }) : noImpact,
  };
}

/**
 * Returns the errors that keep an edit from being published, and the compiled
 * declarations with the edit, null if they do not compile.
 */
export async function validateEdit(
  workshop: Workshop,
  edit: Edit,
): Promise<{ problems: Problem[]; set: DeclaredSet | null }> {
  const problems = [
    ...structuralProblems(workshop, edit),
    ...createdProblems(edit),
    ...fieldProblems(workshop.context.schemas, edit),
    ...labelProblems(edit),
    ...(await storedRowProblems(workshop.context.database, edit)),
  ];
  try {
    const set = await compileDraft(workshop, edit);
    const refused = await workshop.context.declarations.guard(set);
    return { problems: [...problems, ...refused], set };
  } catch (error) {
    if (!(error instanceof ProblemsFound)) throw error;
    return { problems: [...problems, ...error.problems], set: null };
  }
}

function structuralProblems({ context }: Workshop, edit: Edit): Problem[] {
  const { resource: name, files, sources, present, document } = edit;
  const meta = metaSchemas[documentFolder(sources, name)];
  const isOwn = isCreated(edit, name);
  const comesOrGoes = isOwn && [present, document].some(isNoDocument);
  const parts = comesOrGoes
    ? []
    : structuralParts(context.schemas.get(meta), isOwn);
  const file = documentIn(files, name) ?? noDocument;
  const problem = (pointer: string, message: Message) =>
    problemAt({ sources, name, document, change: { pointer }, message });
  const uncalled = createdKeys("/actions", { file, document }).filter(
    (id) => partAt(document, `/actions/${id}/edits`) === undefined,
  );
  return [
    ...structuralChanges(parts, { file, present, document }).map(
      ({ pointer }) => problem(pointer, { id: "editStructural" }),
    ),
    ...uncalled.map((id) =>
      problem(`/actions/${id}`, { id: "actionNeedsEdits" }),
    ),
  ];
}

function labelProblems({ resource: name, sources, document }: Edit): Problem[] {
  return Object.entries(document.labels).flatMap(([language, labels]) => {
    const problem = (key: string, message: Message) => {
      const change = { pointer: `/labels/${language}/${key}` };
      return problemAt({ sources, name, document, change, message });
    };
    const blank = Object.keys(labels).filter(
      (key) => labels[key]?.trim() === "",
    );
    return [
      ...blank.map((key) => problem(key, { id: "labelBlank" })),
      ...clashingLabels(labels).map((key) =>
        problem(key, { id: "labelClash", values: { key } }),
      ),
    ];
  });
}

/** A preview makes several calls with the same draft, so the last are cached. */
const cachedDrafts = 8;

const caches = new WeakMap<Sources, Map<string, Promise<DeclaredSet>>>();

/**
 * Compiles the active declarations with a draft in place of the resource's
 * document. Nothing is activated. Throws ProblemsFound with every error.
 */
export async function compileDraft(
  { context, overlays }: Workshop,
  { resource, document }: { resource: string; document: Document },
): Promise<DeclaredSet> {
  const { files, sources } = await overlays.acting();
  const cache = caches.get(sources) ?? new Map<string, Promise<DeclaredSet>>();
  caches.set(sources, cache);
  const key = fingerprint([resource, document]);
  const draft =
    cache.get(key) ??
    context.declarations.compile(
      withEdited({ files, sources }, resource, document),
    );
  cache.delete(key);
  cache.set(key, draft);
  for (const oldest of [...cache.keys()].slice(0, -cachedDrafts))
    cache.delete(oldest);
  return draft;
}
