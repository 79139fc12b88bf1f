import type { Context } from "../workspace/context";
import type {
  DashboardContext,
  DashboardRequest,
} from "../workspace/dashboards";
import type { AnswerDraft } from "../workspace/lists";
import type { IndexedSet } from "../workspace/indexes";
import type { Overlays } from "../workspace/overlay";

/** Parameters and sorts of a list to look for in saved searches. */
export type SearchedNames = {
  /** The list's page type, or the list's name without a page type. */
  type: string;
  params: readonly string[];
  sorts: readonly string[];
};

/** Functions of the areas that the workshop calls. */
export type WorkshopAreas = {
  /** Answers calls of lists over a draft of the declarations. */
  answerDraft: (
    draft: Context,
    request: Parameters<AnswerDraft>[1],
  ) => Promise<object>;
  /** Reads the tiles of a dashboard over a draft of the declarations. */
  readDashboard: (
    context: DashboardContext,
    request: DashboardRequest,
  ) => Promise<object>;
  sourceOf: IndexedSet["sourceOf"];
  countSearches: (
    names: SearchedNames,
  ) => Promise<{ searches: number; users: number }>;
};

/** The dependencies of the workshop's use cases. */
export type Workshop = {
  context: Context;
  overlays: Overlays;
  areas: WorkshopAreas;
};
