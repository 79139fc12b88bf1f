import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyState, readUrl, writeUrl } from "../../../domain/listing/url";
import { visibleResource } from "../../../domain/visible";
import { client, resource, row } from "../support/declared";
import { states } from "../support/states";

describe("the URL of a list", () => {
  it("says again what it was written from, whatever is chosen", () => {
    fc.assert(
      fc.property(states, (state) => {
        const url = writeUrl(resource, state);
        expect(readUrl(resource, row, url)).toEqual({ state, dropped: [] });
      }),
    );
  });

  it("is the same for the same choice", () => {
    fc.assert(
      fc.property(states, (state) => {
        const url = writeUrl(resource, state);
        const again = readUrl(resource, row, url).state;
        expect(writeUrl(resource, again)).toBe(url);
      }),
    );
  });

  it("is readable, and leaves out what is not chosen", () => {
    const state = emptyState(resource);
    expect(writeUrl(resource, state)).toBe("");
    expect(
      writeUrl(resource, {
        ...state,
        filters: {
          maker: { kind: "choices", values: ["1"] },
          model: { kind: "choices", values: ["3", "7"] },
          year: { kind: "range", from: 2015, to: 2020 },
        },
        sort: { id: "year", order: "DESC" },
        page: 2,
      }),
    ).toBe("maker=1&model=3,7&year=2015,2020&sort=year&order=DESC&page=2");
  });

  it.each([
    ["maker=abc", "maker", "invalid"],
    ["maker=1,2", "maker", "invalid"],
    ["maker=0", "maker", "invalid"],
    ["year=2020,2010", "year", "invalid"],
    ["year=,", "year", "invalid"],
    ["year=1e3,", "year", "invalid"],
    ["year=99999999999,", "year", "invalid"],
    ["date=2026-02-30", "date", "invalid"],
    ["status=4538", "status", "invalid"],
    ["isNew=yes", "isNew", "invalid"],
    ["sort=price", "sort", "invalid"],
    ["sort=year&order=up", "sort", "invalid"],
    ["page=0", "page", "invalid"],
    ["page=1000001", "page", "invalid"],
    ["pageSize=30", "pageSize", "invalid"],
    ["search=lot_no-", "search", "invalid"],
    ["search=price-1", "search", "invalid"],
    ["admin=1", "admin", "unknown"],
    ["model=1", "model", "invalid"],
  ])("drops %s with its reason and keeps the rest", (query, param, reason) => {
    const { state, dropped } = readUrl(resource, row, `${query}&no=12`);
    expect(dropped).toEqual([
      { param, value: new URLSearchParams(query).get(param), reason },
    ]);
    expect(state).toEqual({
      ...emptyState(resource),
      filters: { number: { kind: "text", text: "12" } },
    });
  });

  it("reads both notations of true and false, and writes one", () => {
    for (const [query, value] of [
      ["isNew=true", true],
      ["isNew=false", false],
    ] as const) {
      const { state, dropped } = readUrl(resource, row, query);
      expect(state.filters).toEqual({ isNew: { kind: "flag", value } });
      expect(dropped).toEqual([]);
      expect(writeUrl(resource, state)).toBe(`isNew=${value ? 1 : 0}`);
    }
  });

  it("names the repeated parameters that it leaves out", () => {
    const { state, dropped } = readUrl(resource, row, "maker=1&maker=2");
    expect(state.filters.maker).toEqual({ kind: "choices", values: ["1"] });
    expect(dropped).toEqual([
      { param: "maker", value: "2", reason: "invalid" },
    ]);
  });

  it("keeps a search whose parameter has a hyphen", () => {
    const { search } = resource;
    if (!search) throw new Error("The list has no search");
    const [first] = search.parameters;
    if (!first) throw new Error("The search has no parameter");
    const parameters = [first, { ...first, value: `${first.value}-old` }];
    const hyphened = { ...resource, search: { ...search, parameters } };
    const state = {
      ...emptyState(hyphened),
      search: { parameter: `${first.value}-old`, text: "a-1" },
    };
    const url = writeUrl(hyphened, state);
    expect(readUrl(hyphened, row, url)).toEqual({ state, dropped: [] });
  });

  it("drops what its reader may not see", () => {
    const seen = visibleResource(resource, row, client);
    if (!seen) throw new Error("The client sees nothing");
    const url = "secret=1,2&sort=secret&search=secret-1";
    const { state, dropped } = readUrl(seen, row, url);
    expect(state).toEqual(emptyState(seen));
    expect(dropped.map(({ param }) => param).sort()).toEqual([
      "search",
      "secret",
      "sort",
    ]);
  });

  it("never throws, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.webQueryParameters({ size: "small" }),
        fc.string(),
        (query, text) => {
          for (const url of [query, `maker=${text}`, `year=${text}`, text])
            expect(readUrl(resource, row, url).state.page).toBeGreaterThan(0);
        },
      ),
    );
  });
});
