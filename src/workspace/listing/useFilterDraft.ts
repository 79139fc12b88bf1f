import { useEffect, useMemo, useRef, useState } from "react";
import { offeredValues } from "../../../domain/listing/offeredFilters";
import type { FilterValue, Search } from "../../../domain/listing/state";
import { emptyState, writeUrl } from "../../../domain/listing/url";
import { filterId, type Resource } from "../../../domain/resource";
import type { ListFilter } from "../../providers/dataProvider";
import { withFilters, type ListingQuery } from "./useListingQuery";

export type FilterDraft = {
  /** The filters as the controls show them, applied or not. */
  choice: ListFilter;
  /** Sets a filter, or clears it if undefined; applies it after `wait` ms. */
  choose: (id: string, value: FilterValue | undefined, wait: number) => void;
  search: (search: Search | null, wait: number) => void;
  /** Replaces all filters and the search by this value at once. */
  chooseAlone: (id: string, value: FilterValue) => void;
  clear: () => void;
  /** Applies a pending draft at once. */
  apply: () => void;
};

/** `base` is the URL of the applied filters that the draft started from. */
type Draft = { base: string; choice: ListFilter };

/**
 * Returns the filters that a person has set but not yet applied. If the URL
 * changes in the meantime, for example by the Back button, the draft is
 * discarded.
 */
export function useFilterDraft(
  resource: Resource,
  query: ListingQuery,
): FilterDraft {
  const { filters, search } = query.state;
  const base = writeUrl(resource, {
    ...emptyState(resource),
    filters,
    search,
  });
  // Keeps the identity of the filters while only sort or page change.
  const [applied, setApplied] = useState({ base, choice: { filters, search } });
  const [draft, setDraft] = useState<Draft | null>(null);
  if (applied.base !== base) {
    setApplied({ base, choice: { filters, search } });
    // Otherwise the draft would reappear when the URL returns to its base.
    setDraft(null);
  }
  const choice = draft?.base === base ? draft.choice : applied.choice;

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The input whose text the present URL has, and that URL. */
  const typed = useRef({ input: "", base: "" });
  const latest = useRef({ base, choice, draft, query });
  useEffect(() => {
    latest.current = { base, choice, draft, query };
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  const actions = useMemo(() => {
    /** More text in the same `input` replaces the entry of the browser's history. */
    const applyNow = (chosen: ListFilter, input = "") => {
      clearTimeout(timer.current);
      const { query: present, base: before } = latest.current;
      const isLonger =
        typed.current.input === input && typed.current.base === before;
      typed.current = {
        input,
        base: writeUrl(resource, { ...emptyState(resource), ...chosen }),
      };
      present.change((state) => withFilters(resource, state, chosen), {
        replace: input !== "" && isLonger,
      });
    };
    const propose = (chosen: ListFilter, wait: number, input: string) => {
      clearTimeout(timer.current);
      const proposed = { base: latest.current.base, choice: chosen };
      setDraft(proposed);
      latest.current = { ...latest.current, choice: chosen, draft: proposed };
      if (wait === 0) {
        applyNow(chosen);
        return;
      }
      timer.current = setTimeout(() => {
        if (latest.current.base === proposed.base) applyNow(chosen, input);
      }, wait);
    };
    return {
      choose: (id: string, value: FilterValue | undefined, wait: number) => {
        const { choice: chosen } = latest.current;
        propose(
          chooseFilter({ resource, choice: chosen, id, value }),
          wait,
          `filter ${id}`,
        );
      },
      search: (next: Search | null, wait: number) => {
        propose({ ...latest.current.choice, search: next }, wait, "search");
      },
      chooseAlone: (id: string, value: FilterValue) => {
        propose({ filters: { [id]: value }, search: null }, 0, "");
      },
      clear: () => {
        propose({ filters: {}, search: null }, 0, "");
      },
      apply: () => {
        const { draft: pending, base: current } = latest.current;
        if (pending?.base === current) applyNow(pending.choice);
      },
    };
  }, [resource]);
  return useMemo(() => ({ choice, ...actions }), [choice, actions]);
}

/**
 * Returns the filters with one of them set, or cleared when `value` is
 * undefined. Also clears the filters that the declaration resets with it, the
 * filters that depend on it, such as the city of a country, and the filters that
 * are not offered any more.
 */
export function chooseFilter({
  resource,
  choice,
  id,
  value,
}: {
  resource: Resource;
  choice: ListFilter;
  id: string;
  value: FilterValue | undefined;
}): ListFilter {
  const cleared = new Set(
    resource.filters.find((filter) => filterId(filter) === id)?.resets,
  );
  for (const filter of resource.filters)
    if (filter.by === id) cleared.add(filterId(filter));
  const others = Object.entries(choice.filters).filter(
    ([other]) => other !== id && !cleared.has(other),
  );
  return {
    search: choice.search,
    filters: offeredValues(resource, {
      ...Object.fromEntries(others),
      ...(value ? { [id]: value } : {}),
    }),
  };
}
