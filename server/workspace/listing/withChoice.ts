import type { ListingState } from "../../../domain/listing/state";
import { filterId, type Filter, type Resource } from "../../../domain/resource";
import { clearedBy } from "./facetPlan";

/**
 * The state in which a filter holds only this choice, after the resets that
 * its change causes; the state as it is where it holds that already.
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
