import { act, renderHook } from "@testing-library/react";
import { memoryStore, StoreContextProvider } from "ra-core";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  useListingQuery,
  withSort,
} from "../../../../src/workspace/listing/useListingQuery";
import { port, ports } from "../ports";

const withoutFilter = { ...ports, filters: [] };

/** The query of the ports at an address, with the browser's location. */
function queryAt(search: string, initial = ports) {
  const store = memoryStore();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[ports.route + search]}>
      <StoreContextProvider value={store}>{children}</StoreContextProvider>
    </MemoryRouter>
  );
  return renderHook(
    (resource) => ({
      query: useListingQuery({ resource, row: port, scrolls: false }),
      location: useLocation(),
    }),
    { wrapper, initialProps: initial },
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

const country = { kind: "choices" as const, values: ["japan"] };

describe("the query of a list", () => {
  it("removes invalid parameters from the address and reports them", () => {
    const { result } = queryAt("?country=japan&colour=red&page=0");
    const { query, location } = result.current;
    expect(location.search).toBe("?country=japan");
    expect(query.state.filters).toEqual({ country });
    expect(query.dropped).toEqual([
      { param: "page", value: "0", reason: "invalid" },
      { param: "colour", value: "red", reason: "unknown" },
    ]);
  });

  it.each(["works", "is full"])(
    "opens with the default values of filters once in a session if the storage %s",
    (storage) => {
      if (storage === "is full")
        vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
          throw new DOMException("Full", "QuotaExceededError");
        });
      const [first, ...others] = ports.filters;
      const withDefault = {
        ...ports,
        name: `ports-if-storage-${storage}`,
        filters: [{ ...first, default: { value: "japan" } }, ...others],
      } as typeof ports;
      const { result } = queryAt("", withDefault);
      expect(result.current.location.search).toBe("?country=japan");
      expect(result.current.query.state.filters).toEqual({ country });
      act(() => {
        result.current.query.change((state) => ({ ...state, filters: {} }));
      });
      expect(result.current.location.search).toBe("");
      const again = queryAt("", withDefault);
      expect(again.result.current.query.state.filters).toEqual({});
    },
  );

  it("derives a change from an earlier one that is not on screen yet", () => {
    const { result } = queryAt("?page=3");
    const { change } = result.current.query;
    act(() => {
      change((latest) => withSort(latest, { id: "name", order: "DESC" }));
      change((latest) => ({ ...latest, page: latest.page + 1 }));
    });
    const { location } = result.current;
    expect(location.search).toBe("?sort=name&order=DESC&page=2");
  });

  it("takes a change back that is not on screen yet", () => {
    const { result } = queryAt("?page=3");
    const { state, change } = result.current.query;
    act(() => {
      change((latest) => ({ ...latest, page: 4 }));
      change(() => state);
    });
    expect(result.current.location.search).toBe("?page=3");
  });

  it("does not report them again after a reload", () => {
    const { result } = queryAt("?colour=red");
    expect(result.current.location.state).toBeNull();
  });

  it("reports them until they are dismissed", () => {
    const { result } = queryAt("?colour=red");
    act(() => {
      result.current.query.dismissDropped();
    });
    expect(result.current.query.dropped).toEqual([]);
  });

  it("reports them until the list changes, also after Back", () => {
    const { result } = queryAt("?colour=red");
    const { state, change } = result.current.query;
    act(() => {
      change((latest) => ({ ...latest, page: 2 }));
    });
    expect(result.current.query.dropped).toEqual([]);
    act(() => {
      result.current.query.change(() => state);
    });
    expect(result.current.query.dropped).toEqual([]);
  });

  it("stops reporting a filter that is declared again", () => {
    const { result, rerender } = queryAt("?country=japan", withoutFilter);
    expect(result.current.query.dropped).toHaveLength(1);
    rerender(ports);
    expect(result.current.query.dropped).toEqual([]);
  });
});
