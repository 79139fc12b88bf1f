import { useMemo } from "react";
import { isOffered } from "../../../domain/listing/offeredFilters";
import {
  filterId,
  type Filter,
  type RowSchema,
} from "../../../domain/resource";
import { useDraft, useListing } from "../listing/ListingContext";
import { useFilterTexts } from "../listing/useFilterTexts";
import { controlFor } from "../registry/controls";

/**
 * The filters of the panel, without filters that the chosen values rule out. The filter
 * of the tabs has no control in it.
 */
export function usePanelFilters(): { main: Filter[]; extra: Filter[] } {
  const { resource } = useListing();
  const { filters: chosen } = useDraft().choice;
  return useMemo(() => {
    const filters = resource.filters.filter(
      (filter) =>
        filterId(filter) !== resource.tabs?.filter && isOffered(filter, chosen),
    );
    const ofGroup = (name: Filter["group"]) =>
      filters.filter(({ group = "main" }) => group === name);
    return { main: ofGroup("main"), extra: ofGroup("extra") };
  }, [resource, chosen]);
}

/** Returns the first filters, as many as a line of so many columns has room for. */
export function useFirstLine(
  filters: readonly Filter[],
  columns: number,
): Filter[] {
  const { row } = useListing();
  return filtersInLine(filters, columns, row);
}

function filtersInLine(
  filters: readonly Filter[],
  columns: number,
  row: Pick<RowSchema, "properties">,
): Filter[] {
  let room = columns;
  return filters.filter((filter) => {
    const field = row.properties[filter.field];
    if (!field) return false;
    const { place } = controlFor(field, filter);
    if (place === "row") return true;
    room -= place === 2 ? 2 : 1;
    return room >= 0;
  });
}

/** The number of active filters without the tab, which is cleared by another click. */
export function useActiveFilterCount(): number {
  const { resource } = useListing();
  const { filters, search } = useDraft().choice;
  const active = Object.keys(filters).filter(
    (id) => id !== resource.tabs?.filter,
  );
  return active.length + (search ? 1 : 0);
}

type Tag = { key: string; text: string; remove: () => void };

/**
 * One tag for each selected value, in the order of the controls. Filters with a
 * row of chips have no tags, because the chips show the selection.
 */
export function useTags(): Tag[] {
  const { row, labels } = useListing();
  const draft = useDraft();
  const { main, extra } = usePanelFilters();
  const textsOf = useFilterTexts();
  const { filters, search } = draft.choice;

  const tagsOf = (filter: Filter): Tag[] => {
    const id = filterId(filter);
    const value = filters[id];
    const field = row.properties[filter.field];
    if (!value || !field || controlFor(field, filter).place === "row")
      return [];
    return textsOf(filter, value).map(({ key, text, valueWithout }) => ({
      key,
      text,
      remove: () => {
        draft.choose(id, valueWithout, 0);
      },
    }));
  };
  const tags = [...main, ...extra].flatMap(tagsOf);
  if (search)
    tags.push({
      key: "search",
      text: `${labels.parameter(search.parameter)} ${search.text}`,
      remove: () => {
        draft.search(null, 0);
      },
    });
  return tags;
}
