import { describe, expect, it } from "vitest";
import type { ListingState } from "../../../../domain/listing/state";
import { emptyState } from "../../../../domain/listing/url";
import type { Resource } from "../../../../domain/resource";
import { chooseFilter } from "../../../../src/workspace/listing/useFilterDraft";
import {
  withFilters,
  withPageSize,
  withSort,
} from "../../../../src/workspace/listing/useListingQuery";
import { ports } from "../ports";

const cars: Resource = {
  ...ports,
  filters: [
    { field: "maker", resets: ["color"] },
    { field: "model", by: "maker" },
    { field: "color" },
    { field: "year" },
  ],
};
const bids: Resource = {
  ...ports,
  tabs: { filter: "status", values: [{ value: "All" }] },
};
const choices = (...values: string[]) => ({ kind: "choices" as const, values });

const sorted = (resource: Resource): ListingState => ({
  ...emptyState(resource),
  sort: { id: "year", order: "DESC" },
  page: 5,
});

describe("a change of the list state", () => {
  it("goes to page 1 after a new filter, sort or page size", () => {
    const state = sorted(cars);
    const choice = { filters: { maker: choices("1") }, search: null };
    expect(withFilters(cars, state, choice).page).toBe(1);
    expect(withSort(state, null).page).toBe(1);
    expect(withPageSize(cars, state, 50)).toMatchObject({
      page: 1,
      pageSize: 50,
    });
  });

  it("keeps the sort of a list without tabs", () => {
    const state = sorted(cars);
    expect(withPageSize(cars, state, 50).sort).toEqual(state.sort);
    expect(
      withFilters(cars, state, { filters: {}, search: null }).sort,
    ).toEqual(state.sort);
  });

  it("clears the sort of a list with tabs", () => {
    const state = sorted(bids);
    expect(withPageSize(bids, state, 50).sort).toBeNull();
    expect(
      withFilters(bids, state, { filters: {}, search: null }).sort,
    ).toBeNull();
  });

  it("clears dependent filters and filters that the declaration resets", () => {
    const choice = {
      search: { parameter: "lot_no", text: "12" },
      filters: {
        maker: choices("1"),
        model: choices("3"),
        color: choices("2"),
        year: { kind: "range" as const, from: 2015, to: null },
      },
    };
    expect(
      chooseFilter({
        resource: cars,
        choice,
        id: "maker",
        value: choices("2"),
      }),
    ).toEqual({
      search: choice.search,
      filters: { maker: choices("2"), year: choice.filters.year },
    });
  });
});
