import { describe, expect, it } from "vitest";
import { isMainList, listOfPageType } from "../../../domain/listing/addresses";

const list = (pageType: "auction" | "stock" | undefined, path: string) => ({
  ...(pageType && { pageType }),
  calls: { list: { path, rows: "rows", total: "total" } },
});
const main = list("auction", "/auction/listing");
const part = list("auction", "/lists/kei-cars");

describe("the main list of a page type", () => {
  it("is the one at the address of the specification", () => {
    expect(isMainList(main)).toBe(true);
    expect(isMainList(part)).toBe(false);
    expect(isMainList(list("stock", "/auction/listing"))).toBe(false);
    expect(isMainList(list(undefined, "/undefined/listing"))).toBe(false);
  });

  it("receives the links to its lots, wherever it is declared", () => {
    expect(listOfPageType([part, main], "auction")).toBe(main);
  });

  it("gives way to another list that the viewer has", () => {
    expect(listOfPageType([part], "auction")).toBe(part);
    expect(listOfPageType([part], "stock")).toBeUndefined();
    expect(listOfPageType([list(undefined, "/x")], undefined)).toBeUndefined();
  });
});
