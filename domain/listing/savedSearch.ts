import type { FieldProblem } from "../fieldProblem";
import { longestSavedTitle } from "../limits";
import { filterParam, type Resource, type RowSchema } from "../resource";
import { isMainList } from "./addresses";
import { filterKind, hasChoices } from "./kinds/kinds";
import type { Dropped, ListingState } from "./state";
import { readFilter } from "./filterText";
import { emptyState, readUrl, writeUrl } from "./url";

/**
 * Returns the type under which searches of a list are saved: its page type, or its name
 * if it has no page type or shows only some of its lots.
 */
export const savedType = (resource: Resource): string =>
  (isMainList(resource) ? resource.pageType : undefined) ?? resource.name;

/** Stands for the present day in saved dates, as in the default of a filter. */
const today = "@today";

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
 * Returns params that mean the present day wherever a filter has its default value,
 * so that a view of today's rows shows tomorrow's rows tomorrow.
 *
 * @example relativeParams(resource, "date=2026-11-22,2026-11-22", "2026-11-22")
 * // "date=@today,@today"
 */
export function relativeParams(
  resource: Resource,
  params: string,
  day: string,
): string {
  const written = new URLSearchParams(params);
  for (const filter of resource.filters) {
    const value = filter.default?.value;
    const param = filterParam(filter);
    if (!value?.includes(today)) continue;
    if (written.get(param) === value.replaceAll(today, day))
      written.set(param, value);
  }
  return plainText(written);
}

const plainText = (params: URLSearchParams): string =>
  params.toString().replaceAll("%2C", ",").replaceAll("%40today", today);

/**
 * Returns the state of a saved search as far as the declaration, cut to its
 * viewer, still supports it. `dropped` lists the rest: removed or hidden
 * filters, values that no longer exist, and repeated parameters. `@today` in dates
 * stands for `day`, the present day in Japan, and stays in the returned params.
 */
export function readSaved(
  resource: Resource,
  row: RowSchema,
  saved: string,
  day: string,
): { state: ListingState; params: string; dropped: Dropped[] } {
  const { params, relative } = withDay(resource, row, { saved, day });
  const { kept, gone } = withoutGoneChoices(resource, row, params);
  const { state, dropped } = readUrl(resource, row, kept);
  const read = new URLSearchParams(savedParams(resource, state));
  for (const [param, text] of relative)
    if (read.has(param)) read.set(param, text);
  return {
    state,
    params: plainText(read),
    dropped: [...gone, ...dropped],
  };
}

/** Replaces `@today` in dates; `relative` has the texts that contain it, by parameter. */
function withDay(
  resource: Resource,
  row: RowSchema,
  { saved, day }: { saved: string; day: string },
): { params: string; relative: Map<string, string> } {
  const params = new URLSearchParams(saved);
  const relative = new Map<string, string>();
  for (const filter of resource.filters) {
    const field = row.properties[filter.field];
    const param = filterParam(filter);
    const text = params.get(param);
    if (!field || !text?.includes(today)) continue;
    if (filterKind(field, filter) !== "dates") continue;
    relative.set(param, text);
    params.set(param, text.replaceAll(today, day));
  }
  return { params: params.toString(), relative };
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
    if (!hasChoices(field, filter)) continue;
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
