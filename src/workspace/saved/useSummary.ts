import { savedSummaryParts } from "../../../domain/limits";
import type { ListingState } from "../../../domain/listing/state";
import { filterId, filterParam } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useFilterTexts } from "../listing/useFilterTexts";
import { useListing } from "../listing/ListingContext";
import type { SavedSearch } from "./useSavedSearches";

type Criteria = Pick<ListingState, "filters" | "search" | "sort">;

/** The list's own filters do not decide about the texts of other criteria. */
const noRow: Row = {};

/** Describes filters, search and sort in words. */
export function useSummary(): (
  criteria: Criteria,
  names?: SavedSearch["names"],
) => string[] {
  const { resource, labels } = useListing();
  const textsOf = useFilterTexts(noRow);
  return ({ filters, search, sort }, names = {}) => [
    ...resource.filters.flatMap((filter) => {
      const value = filters[filterId(filter)];
      return value
        ? textsOf(filter, value, names[filterParam(filter)]).map(
            ({ text }) => text,
          )
        : [];
    }),
    ...(search ? [`${labels.parameter(search.parameter)} ${search.text}`] : []),
    ...(sort ? [labels.sort(sort)] : []),
  ];
}

const separator = " · ";

/** Joins the first ten parts in one line and adds the number of the others. */
export function useSummaryLine(): (parts: readonly string[]) => string {
  const t = useT();
  return (parts) => {
    const more = parts.length - savedSummaryParts;
    const shown = parts.slice(0, savedSummaryParts);
    return [
      ...shown,
      ...(more > 0 ? [t("list.moreTags", { smart_count: more })] : []),
    ].join(separator);
  };
}

/**
 * Returns the default title of a search: as many of the first ten parts as fit
 * into `maxLength` characters. A first part that is too long is cut.
 */
export function titleOf(parts: readonly string[], maxLength: number): string {
  let title = "";
  for (const part of parts.slice(0, savedSummaryParts)) {
    const longer = title ? title + separator + part : part;
    if (longer.length > maxLength) break;
    title = longer;
  }
  return (
    title ||
    Array.from(parts[0] ?? "")
      .slice(0, maxLength)
      .join("")
  );
}
