import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyState } from "../../../../domain/listing/url";
import type { ListingState } from "../../../../domain/listing/state";
import { useFilterDraft } from "../../../../src/workspace/listing/useFilterDraft";
import { ports } from "../ports";

const resource = {
  ...ports,
  filters: [{ field: "maker" }, { field: "status" }],
};
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

/** Renders the draft of a query that `rerender` can change. */
function draftOf() {
  const applied: ListingState[] = [];
  const replaced: boolean[] = [];
  const query = (state: ListingState) => ({
    state,
    dropped: [],
    change: (
      next: (latest: ListingState) => ListingState,
      options?: { replace: boolean },
    ) => {
      applied.push(next(state));
      replaced.push(options?.replace ?? false);
    },
    dismissDropped: () => undefined,
  });
  const start = emptyState(resource);
  const hook = renderHook(
    (state: ListingState) => useFilterDraft(resource, query(state)),
    { initialProps: start },
  );
  return { ...hook, applied, replaced, start };
}

describe("a draft of filters", () => {
  it("shows a choice at once and applies it after a delay", () => {
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

  it("restarts the delay with each choice and applies all together", () => {
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

  it("is applied once by Enter or the button, without the delay", () => {
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

  it("is discarded if the URL changes first", () => {
    const { result, rerender, applied, start } = draftOf();
    act(() => {
      result.current.choose("maker", maker("1"), 1500);
    });
    rerender({ ...start, filters: { maker: maker("2") } });
    expect(result.current.choice.filters).toEqual({ maker: maker("2") });
    pass(3000);
    expect(applied).toEqual([]);
  });

  it("does not return when the URL returns to its first state", () => {
    const { result, rerender, start } = draftOf();
    act(() => {
      result.current.choose("maker", maker("1"), 0);
    });
    rerender({ ...start, filters: { maker: maker("1") } });
    rerender(start);
    expect(result.current.choice.filters).toEqual({});
  });

  it("makes one entry of the browser's history for a text that is typed slowly", () => {
    const { result, rerender, applied, replaced } = draftOf();
    const type = (text: string) => {
      act(() => {
        result.current.search({ parameter: "all", text }, 250);
      });
      pass(250);
      const [latest] = applied.slice(-1);
      if (latest) rerender(latest);
    };
    type("cor");
    type("corolla");
    expect(replaced).toEqual([false, true]);
    act(() => {
      result.current.choose("maker", maker("1"), 0);
    });
    const [chosen] = applied.slice(-1);
    if (chosen) rerender(chosen);
    type("corona");
    expect(replaced).toEqual([false, true, false, false]);
  });

  it("keeps a sort that was chosen during the delay", () => {
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
