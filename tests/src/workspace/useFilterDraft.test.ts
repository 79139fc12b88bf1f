import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyState } from "../../../domain/listing/url";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import carAuction from "../../../resources/car-auction.json";
import { useFilterDraft } from "../../../src/workspace/listing/useFilterDraft";

const resource = carAuction as Resource;
const maker = (value: string) => ({
  kind: "choices" as const,
  values: [value],
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};

/** The draft over choices that can also change from elsewhere. */
function draftOf() {
  const applied: ListingState[] = [];
  const query = (state: ListingState) => ({
    state,
    dropped: [],
    change: (next: ListingState) => applied.push(next),
    dismissDropped: () => undefined,
  });
  const start = emptyState(resource);
  const hook = renderHook(
    (state: ListingState) => useFilterDraft(resource, query(state)),
    { initialProps: start },
  );
  return { ...hook, applied, start };
}

describe("a draft of filters", () => {
  it("shows a choice at once and applies it after its waiting time", () => {
    const { result, applied } = draftOf();
    act(() => {
      result.current.choose("maker", maker("1"), 1500);
    });
    expect(result.current.choice.filters).toEqual({ maker: maker("1") });
    pass(1499);
    expect(applied).toEqual([]);
    pass(1);
    expect(applied.map(({ filters }) => filters)).toEqual([
      { maker: maker("1") },
    ]);
  });

  it("waits anew with each further choice and applies them together", () => {
    const { result, applied } = draftOf();
    act(() => {
      result.current.choose("maker", maker("1"), 1500);
    });
    pass(1000);
    act(() => {
      result.current.choose("status", maker("4532"), 1500);
    });
    pass(1000);
    expect(applied).toEqual([]);
    pass(500);
    expect(applied.map(({ filters }) => filters)).toEqual([
      { maker: maker("1"), status: maker("4532") },
    ]);
  });

  it("applies at once by Enter or the button, and only once", () => {
    const { result, applied } = draftOf();
    act(() => {
      result.current.choose("maker", maker("1"), 1500);
    });
    act(() => {
      result.current.apply();
    });
    pass(3000);
    expect(applied).toHaveLength(1);
  });

  it("is dropped when the URL says other choices meanwhile", () => {
    const { result, rerender, applied, start } = draftOf();
    act(() => {
      result.current.choose("maker", maker("1"), 1500);
    });
    rerender({ ...start, filters: { maker: maker("2") } });
    expect(result.current.choice.filters).toEqual({ maker: maker("2") });
    pass(3000);
    expect(applied).toEqual([]);
  });

  it("does not come back with the choices that it was begun on", () => {
    const { result, rerender, start } = draftOf();
    act(() => {
      result.current.choose("maker", maker("1"), 0);
    });
    rerender({ ...start, filters: { maker: maker("1") } });
    rerender(start);
    expect(result.current.choice.filters).toEqual({});
  });

  it("keeps the sort that was chosen while it waited", () => {
    const { result, rerender, applied, start } = draftOf();
    act(() => {
      result.current.choose("maker", maker("1"), 1500);
    });
    rerender({ ...start, sort: { id: "year", order: "ASC" } });
    expect(result.current.choice.filters).toEqual({ maker: maker("1") });
    pass(1500);
    expect(applied).toMatchObject([{ sort: { id: "year" } }]);
  });
});
