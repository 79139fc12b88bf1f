import { describe, expect, it } from "vitest";
import {
  readSaved,
  savedParams,
  savedType,
  titleProblem,
} from "../../../domain/listing/savedSearch";
import { emptyState } from "../../../domain/listing/url";
import { resource, row } from "../support/declared";

describe("a saved search", () => {
  it("has the page type of its list, or its name if it shows only some of the lots", () => {
    const some = { ...resource, pageType: "auction" } as const;
    const { list } = resource.calls;
    const all = { ...list, path: "/auction/listing" };
    expect(savedType({ ...some, calls: { list: all } })).toBe("auction");
    expect(savedType(some)).toBe("lots");
    expect(savedType(resource)).toBe("lots");
  });

  it("is the list's URL without page and page size", () => {
    const state = {
      ...emptyState(resource),
      filters: { year: { kind: "range", from: 2015, to: null } } as const,
      sort: { id: "year", order: "DESC" } as const,
      page: 7,
      pageSize: 70,
    };
    expect(savedParams(resource, state)).toBe(
      "year=2015,&sort=year&order=DESC",
    );
  });

  it("is read as far as the list takes it, the rest named", () => {
    const params = "maker=1&year=2015,2020&colour=3&no=7&page=2";
    const { filters, ...rest } = readSaved(
      resource,
      row,
      params,
      "2026-11-20",
    ).state;
    expect(Object.keys(filters)).toEqual(["maker", "year", "number"]);
    expect(rest.page).toBe(2);
    expect(readSaved(resource, row, params, "2026-11-20")).toMatchObject({
      params: "maker=1&year=2015,2020&no=7",
      dropped: [{ param: "colour", value: "3" }],
    });
  });

  it("drops a model with its maker, and invalid values", () => {
    expect(
      readSaved(resource, row, "model=7&status=1", "2026-11-20"),
    ).toMatchObject({
      params: "",
      dropped: [
        { param: "status", value: "1" },
        { param: "model", value: "7" },
      ],
    });
  });

  it("drops only the invalid values of several", () => {
    expect(
      readSaved(resource, row, "status=4532,9999,4537", "2026-11-20"),
    ).toMatchObject({
      params: "status=4532,4537",
      dropped: [{ param: "status", value: "9999" }],
    });
    expect(
      readSaved(resource, row, "status=9998,9999", "2026-11-20"),
    ).toMatchObject({
      params: "",
      dropped: [{ param: "status", value: "9998,9999" }],
    });
  });

  it("has each parameter once", () => {
    expect(
      readSaved(resource, row, "maker=1&maker=2", "2026-11-20"),
    ).toMatchObject({
      params: "maker=1",
      dropped: [{ param: "maker", value: "2" }],
    });
  });
});

describe("the title of a saved search", () => {
  it.each([
    ["", "required"],
    [" \t\n ", "required"],
    ["Prius\u0000", "invalid"],
    ["one\ntwo", "invalid"],
    ["\ud83d", "invalid"],
    ["a".repeat(101), "tooLong"],
  ])("is not %j", (title, key) => {
    expect(titleProblem(title)?.key).toBe(key);
  });

  it.each(["Prius", "  Toyota Prius ", "車".repeat(100), "🚗".repeat(100)])(
    "may be %j",
    (title) => {
      expect(titleProblem(title)).toBeNull();
    },
  );
});
