import { useEffect, useRef, useState } from "react";
import { emptyState, writeUrl } from "../../../domain/listing/url";
import type { FilterValue, Search } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import type { ListFilter } from "../../providers/dataProvider";
import { chooseFilter, withChoice } from "./changes";
import type { ListingQuery } from "./useListingQuery";

export type FilterDraft = {
  /** What the controls show: chosen, but perhaps not applied yet. */
  choice: ListFilter;
  /** Sets a filter, or clears it by undefined; applied after `wait` ms. */
  choose: (id: string, value: FilterValue | undefined, wait: number) => void;
  search: (search: Search | null, wait: number) => void;
  clear: () => void;
  /** Applies at once what is chosen and not applied yet. */
  apply: () => void;
};

type Draft = { base: string; choice: ListFilter };

/**
 * The choices of a filter panel while they are made. They belong to the choice
 * they were begun on: when the URL says another one meanwhile, as after Back,
 * they are dropped.
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
  const [draft, setDraft] = useState<Draft | null>(null);
  const choice = draft?.base === base ? draft.choice : { filters, search };

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ base, query });
  useEffect(() => {
    latest.current = { base, query };
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  const applyNow = (chosen: ListFilter) => {
    clearTimeout(timer.current);
    const { state, change } = latest.current.query;
    change(withChoice(resource, state, chosen));
  };
  const propose = (chosen: ListFilter, wait: number) => {
    clearTimeout(timer.current);
    setDraft({ base, choice: chosen });
    if (wait === 0) {
      applyNow(chosen);
      return;
    }
    timer.current = setTimeout(() => {
      if (latest.current.base === base) applyNow(chosen);
    }, wait);
  };

  return {
    choice,
    choose: (id, value, wait) => {
      propose(chooseFilter({ resource, choice, id, value }), wait);
    },
    search: (next, wait) => {
      propose({ ...choice, search: next }, wait);
    },
    clear: () => {
      propose({ filters: {}, search: null }, 0);
    },
    apply: () => {
      if (draft?.base === base) applyNow(choice);
    },
  };
}
