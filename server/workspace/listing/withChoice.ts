import type { ListingState } from "../../../domain/listing/state";
import { filterId, type Filter, type Resource } from "../../../domain/resource";
import { clearedBy } from "./facetPlan";

/**
 * Returns the state with only this choice in the filter, after the resets that
 * the change causes. Returns the same state if the filter already holds it.
 */
export function withChoice(
  { resource, state }: { resource: Resource; state: ListingState },
  filter: Filter,
  value: string,
): ListingState {
  const id = filterId(filter);
  const present = state.filters[id];
  const isPresent =
    present?.kind === "choices" &&
    present.values.length === 1 &&
    present.values[0] === value;
  if (isPresent) return state;
  const cleared = clearedBy(resource, filter);
  const kept = Object.entries(state.filters).filter(
    ([name]) => !cleared.has(name),
  );
  return {
    ...state,
    filters: {
      ...Object.fromEntries(kept),
      [id]: { kind: "choices", values: [value] },
    },
  };
}
