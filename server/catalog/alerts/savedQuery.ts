import type { Viewer } from "../../../domain/access";
import { japanDay } from "../../../domain/japanTime";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import { readSaved } from "../../../domain/listing/savedSearch";
import type { Context } from "../../workspace/context";
import {
  findShownWords,
  type Condition,
  type ListingReader,
} from "../../workspace/listing";
import type { ViewedList } from "../savedSearches/viewedList";

export type MatchContext = Pick<Context, "workspace" | "clock" | "messages">;

/** A saved search of a list as its viewer sees it. */
type SavedQuery = { viewer: Viewer; list: ViewedList; params?: string };

/** A saved search, and a condition that its rows meet as well. */
export type Matching = SavedQuery & {
  reader: ListingReader;
  condition: Condition;
};

/** Returns the query for the rows that match the params of a saved search today. */
export function savedQuery(
  { workspace, clock, messages }: MatchContext,
  { viewer, list: { resource, row }, params = "" }: SavedQuery,
) {
  const now = clock.now();
  const { state } = readSaved(resource, row, params, japanDay(now));
  const declared = workspace.resource(resource.name);
  const where = fixedConditions(declared.where, { viewer, now });
  const shownWords = findShownWords({ resource, row, state }, messages);
  return { resource, row, viewer, where, state, shownWords };
}
