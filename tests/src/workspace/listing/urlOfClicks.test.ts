import fc from "fast-check";
import { expect, it } from "vitest";
import type { ListingState } from "../../../../domain/listing/state";
import { emptyState, readUrl, writeUrl } from "../../../../domain/listing/url";
import { filterId } from "../../../../domain/resource";
import { chooseFilter } from "../../../../src/workspace/listing/useFilterDraft";
import {
  withFilters,
  withPageSize,
  withSort,
} from "../../../../src/workspace/listing/useListingQuery";
import { resource, row } from "../../../domain/support/declared";
import { states } from "../../../domain/support/states";

type Click = (state: ListingState) => ListingState;

/** Sets a filter, or clears it; a filter within another is offered beside its value. */
const filterClick =
  (id: string, value: ListingState["filters"][string] | undefined): Click =>
  (state) => {
    const { by } = resource.filters.find((one) => filterId(one) === id) ?? {};
    if (by !== undefined && state.filters[by] === undefined) return state;
    const choice = { filters: state.filters, search: state.search };
    return withFilters(
      resource,
      state,
      chooseFilter({ resource, choice, id, value }),
    );
  };

/** Returns the clicks that choose what a state has, and clear its other filters. */
const clicksTo = (wanted: ListingState): Click[] => [
  ...resource.filters.map((filter) =>
    filterClick(filterId(filter), wanted.filters[filterId(filter)]),
  ),
  (state) =>
    withFilters(resource, state, {
      filters: state.filters,
      search: wanted.search,
    }),
  (state) => withPageSize(resource, state, wanted.pageSize),
  (state) => withSort(state, wanted.sort),
  (state) => ({ ...state, page: wanted.page }),
];

const clicks = fc
  .array(states, { minLength: 1, maxLength: 3 })
  .chain((wanted) => fc.shuffledSubarray(wanted.flatMap(clicksTo)));

it("A list that is opened by its URL equals the list that was reached by clicks", () => {
  fc.assert(
    fc.property(clicks, (made) => {
      let state = emptyState(resource);
      for (const click of made) {
        state = click(state);
        const url = writeUrl(resource, state);
        expect(readUrl(resource, row, url)).toEqual({ state, dropped: [] });
      }
    }),
  );
});
