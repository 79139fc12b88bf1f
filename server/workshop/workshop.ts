import type { Context } from "../workspace/context";
import type { AnswerDraft } from "../workspace/draftLists";
import type { RowSource } from "../workspace/listing";
import type { Overlays } from "../workspace/overlay";

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
