import { savedSummaryParts } from "../../../domain/limits";
import type { ListingState } from "../../../domain/listing/state";
import { filterId, filterParam } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { useFilterTexts } from "../listing/useFilterTexts";
import { useListing } from "../listing/ListingContext";
import type { SavedSearch } from "./calls";

type Chosen = Pick<ListingState, "filters" | "search" | "sort">;

/** What a choice says in words: its filters, its search, its order. */
export function useSummary(): (
  chosen: Chosen,
  names?: SavedSearch["names"],
) => string[] {
  const { resource, labels } = useListing();
  const textsOf = useFilterTexts();
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

/** The first ten parts in one line, and how many more there are. */
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
 * The first parts, ten at most, as far as they fit into a title whole; of a
 * first one that does not fit, what does.
 */
export function titleOf(parts: readonly string[], longest: number): string {
  let title = "";
  for (const part of parts.slice(0, savedSummaryParts)) {
    const longer = title ? title + separator + part : part;
    if (longer.length > longest) break;
    title = longer;
  }
  return (
    title ||
    Array.from(parts[0] ?? "")
      .slice(0, longest)
      .join("")
  );
}
