import { useCallback, useEffect, useMemo, useRef, useState } from "react";
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
  // The same choice stays the same object while order and page change.
  const [applied, setApplied] = useState({ base, choice: { filters, search } });
  const [draft, setDraft] = useState<Draft | null>(null);
  if (applied.base !== base) {
    setApplied({ base, choice: { filters, search } });
    // Else it would come back with its base, as after Back.
    setDraft(null);
  }
  const choice = draft?.base === base ? draft.choice : applied.choice;

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
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

  const applyNow = useCallback(
    (chosen: ListFilter) => {
      clearTimeout(timer.current);
      const { state, change } = latest.current.query;
      change(withChoice(resource, state, chosen));
    },
    [resource],
  );
  const propose = useCallback(
    (chosen: ListFilter, wait: number) => {
      clearTimeout(timer.current);
      const { base: begunOn } = latest.current;
      const made = { base: begunOn, choice: chosen };
      setDraft(made);
      latest.current = { ...latest.current, choice: chosen, draft: made };
      if (wait === 0) {
        applyNow(chosen);
        return;
      }
      timer.current = setTimeout(() => {
        if (latest.current.base === begunOn) applyNow(chosen);
      }, wait);
    },
    [applyNow],
  );
  const actions = useMemo(
    () => ({
      choose: (id: string, value: FilterValue | undefined, wait: number) => {
        const { choice: chosen } = latest.current;
        propose(chooseFilter({ resource, choice: chosen, id, value }), wait);
      },
      search: (next: Search | null, wait: number) => {
        propose({ ...latest.current.choice, search: next }, wait);
      },
      clear: () => {
        propose({ filters: {}, search: null }, 0);
      },
      apply: () => {
        const { draft: made, base: begunOn } = latest.current;
        if (made?.base === begunOn) applyNow(made.choice);
      },
    }),
    [resource, propose, applyNow],
  );
  return useMemo(() => ({ choice, ...actions }), [choice, actions]);
}
