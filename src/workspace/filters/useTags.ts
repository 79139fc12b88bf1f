import type { FilterValue } from "../../../domain/listing/state";
import { filterId, type Filter } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { useListing } from "../list/ListingContext";
import { useFieldText } from "../useFieldText";
import { controlFor } from "../registry/controls";
import { useOptionLabel } from "./useOptionLabel";
import { usePanelFilters } from "./usePanelFilters";

export type Tag = { key: string; text: string; remove: () => void };

/**
 * What is chosen, one tag each, in the order of the controls. Choices that
 * have a row of chips of their own are told there.
 */
export function useTags(): Tag[] {
  const { row, labels, draft } = useListing();
  const { main, extra } = usePanelFilters();
  const text = useFieldText(row);
  const labelOf = useOptionLabel();
  const t = useT();
  const { filters, search } = draft.choice;
  const set = (id: string, value: FilterValue | undefined) => {
    draft.choose(id, value, 0);
  };
  const rangeText = (filter: Filter, from: unknown, to: unknown) => {
    const field = labels.filter(filter);
    const write = (end: unknown) => text(filter.field, end);
    if (to === null)
      return t("list.range.tagFrom", { field, from: write(from) });
    if (from === null) return t("list.range.tagTo", { field, to: write(to) });
    return `${field} ${write(from)} – ${write(to)}`;
  };

  const tagsOf = (filter: Filter): Tag[] => {
    const id = filterId(filter);
    const value = filters[id];
    const field = row.properties[filter.field];
    if (!value || !field || controlFor(field, filter).place === "row")
      return [];
    const one = (words: string): Tag[] => [
      {
        key: id,
        text: words,
        remove: () => {
          set(id, undefined);
        },
      },
    ];
    switch (value.kind) {
      case "choices":
        return value.values.map((choice) => ({
          key: `${id} ${choice}`,
          text: labelOf(filter, choice),
          remove: () => {
            const values = value.values.filter((other) => other !== choice);
            set(
              id,
              values.length > 0 ? { kind: "choices", values } : undefined,
            );
          },
        }));
      case "range":
      case "dates":
        return one(rangeText(filter, value.from, value.to));
      case "flag":
        return one(labels.filter(filter));
      case "text":
        return one(`${labels.filter(filter)} ${value.text}`);
    }
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
  const { resource, draft } = useListing();
  const { filters, search } = draft.choice;
  const set = Object.keys(filters).filter((id) => id !== resource.tabs?.filter);
  return set.length + (search ? 1 : 0);
}
