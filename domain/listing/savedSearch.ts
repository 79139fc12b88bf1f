import type { FieldProblem } from "../fieldProblem";
import { longestSavedTitle } from "../limits";
import { filterParam, type Resource, type RowSchema } from "../resource";
import { filterKind } from "./filterKind";
import { readFilter } from "./filterText";
import type { Dropped, ListingState } from "./state";
import { emptyState, readUrl, writeUrl } from "./url";

/** Returns the type under which searches of a list are saved. */
export const savedType = (resource: Resource): string =>
  resource.pageType ?? resource.name;

/**
 * Returns the saved part of a list's state in the form of its URL: filters,
 * search and sort. The page and the page size are not saved.
 */
export function savedParams(
  resource: Resource,
  { filters, search, sort }: Pick<ListingState, "filters" | "search" | "sort">,
): string {
  const whole = emptyState(resource);
  return writeUrl(resource, { ...whole, filters, search, sort });
}

/**
 * Returns the state of a saved search as far as the declaration, cut to its
 * viewer, still supports it. `dropped` lists the rest: removed or hidden
 * filters, values that no longer exist, and repeated parameters.
 */
export function readSaved(
  resource: Resource,
  row: RowSchema,
  params: string,
): { state: ListingState; params: string; dropped: Dropped[] } {
  const { kept, gone } = withoutGoneChoices(resource, row, params);
  const { state, dropped } = readUrl(resource, row, kept);
  const seen = new Set<string>();
  for (const [param, value] of new URLSearchParams(params)) {
    if (seen.has(param)) dropped.push({ param, value, reason: "invalid" });
    seen.add(param);
  }
  return {
    state,
    params: savedParams(resource, state),
    dropped: [...gone, ...dropped],
  };
}

/** Removes values that no longer exist from filters with remaining values. */
function withoutGoneChoices(
  resource: Resource,
  row: RowSchema,
  params: string,
): { kept: URLSearchParams; gone: Dropped[] } {
  const kept = new URLSearchParams(params);
  const gone: Dropped[] = [];
  for (const filter of resource.filters) {
    const param = filterParam(filter);
    const field = row.properties[filter.field];
    const text = kept.get(param);
    if (!field || text === null || readFilter(field, filter, text)) continue;
    if (filterKind(field, filter).kind !== "choices") continue;
    const isThere = (choice: string) =>
      readFilter(field, filter, choice) !== null;
    const choices = text.split(",");
    const there = choices.filter(isThere);
    const lost = choices.filter((choice) => !isThere(choice));
    if (there.length === 0 || lost.length === 0) continue;
    kept.set(param, there.join(","));
    gone.push({ param, value: lost.join(","), reason: "invalid" });
  }
  return { kept, gone };
}

/**
 * Returns the problem of a title, or null. White space around it is ignored.
 */
export function titleProblem(title: string): FieldProblem | null {
  const text = title.trim();
  if (text === "") return { key: "required" };
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return { key: "invalid" };
  return Array.from(text).length > longestSavedTitle
    ? { key: "tooLong", length: longestSavedTitle + 1 }
    : null;
}
