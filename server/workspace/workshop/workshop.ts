import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import type { Context } from "../context";
import type { RowSource } from "../listing";
import type { Overlays } from "../overlay";

/** A call of a list whose declaration is being edited. */
export type DraftCall =
  { kind: "list" } | { kind: "facets" } | { kind: "options"; filter: string };

export type DraftAsked = {
  resource: string;
  call: DraftCall;
  /** Decides what of the list is seen. */
  viewer: Viewer;
  /** Decides which rows there are: who looks at the preview. */
  scopeViewer: Viewer;
  language: Language;
  query: Record<string, string>;
};

/** How an area answers a call over declarations that do not act. */
export type AnswerDraft = (
  context: Context,
  asked: DraftAsked,
) => Promise<object>;

/** What saved searches name of a list, to be counted. */
export type NamedInSearches = {
  /** The list's page type, or its name where it has none. */
  type: string;
  params: readonly string[];
  sorts: readonly string[];
};

/** What the areas know of the rows that lists are made of. */
export type WorkshopAreas = {
  /** By the row that an area answers for. */
  drafts: Readonly<Record<string, AnswerDraft>>;
  sourceOf: (row: string) => RowSource | undefined;
  countSearches: (
    named: NamedInSearches,
  ) => Promise<{ searches: number; users: number }>;
};

/** What the use cases of the workshop work with. */
export type Workshop = {
  context: Context;
  overlays: Overlays;
  areas: WorkshopAreas;
};
