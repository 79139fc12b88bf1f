import { filterId, type Filter } from "../../../domain/resource";
import { useDraft, useListing } from "../listing/ListingContext";
import { controlFor } from "../registry/controls";
import { usePanelFilters } from "./usePanelFilters";
import { useFilterTexts } from "../listing/useFilterTexts";

export type Tag = { key: string; text: string; remove: () => void };

/**
 * What is chosen, one tag each, in the order of the controls. Choices that
 * have a row of chips of their own are told there.
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

/** How many filters are set: the number on the phone's button. */
export function useChosenCount(): number {
  const { resource } = useListing();
  const draft = useDraft();
  const { filters, search } = draft.choice;
  const set = Object.keys(filters).filter((id) => id !== resource.tabs?.filter);
  return set.length + (search ? 1 : 0);
}
