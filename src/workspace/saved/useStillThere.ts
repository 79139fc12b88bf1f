import { readSaved } from "../../../domain/listing/savedSearch";
import type { ListingState } from "../../../domain/listing/state";
import { useListing } from "../listing/ListingContext";
import type { SavedSearch } from "./calls";

export type StillThere = {
  state: ListingState;
  params: string;
  /** What the list no longer takes, as it was saved: `fuel=petrol`. */
  gone: string[];
};

/**
 * What of a saved search the list still takes. Our server has said what it
 * dropped; what another one gives is read by the same declaration here.
 */
export function useStillThere({
  params,
  dropped = [],
}: SavedSearch): StillThere {
  const { resource, row } = useListing();
  const read = readSaved(resource, row, params);
  return {
    state: read.state,
    params: read.params,
    gone: [...dropped, ...read.dropped].map(
      ({ param, value }) => `${param}=${value}`,
    ),
  };
}
