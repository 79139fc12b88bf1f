import { describe, expect, it } from "vitest";
import {
  firstPageSize,
  pageCount,
  readPage,
  readPageSize,
} from "../../../domain/listing/state";
import { resource } from "../support/declared";

describe("the pages of a list", () => {
  it("are as many as hold all rows, and unknown while the total is", () => {
    expect(pageCount(0, 20)).toBe(0);
    expect(pageCount(20, 20)).toBe(1);
    expect(pageCount(21, 20)).toBe(2);
    expect(pageCount(-1, 20)).toBeNull();
  });

  it("have the sizes that the declaration offers", () => {
    expect(firstPageSize(resource)).toBe(20);
    expect(readPageSize(resource, "70")).toBe(70);
    for (const text of ["30", "", "20.0", "020", "2e1"])
      expect(readPageSize(resource, text)).toBeNull();
  });

  it("are counted from 1", () => {
    expect(readPage("1")).toBe(1);
    for (const text of ["0", "-1", "1e3", "0x10", " 1", "Infinity", "1000001"])
      expect(readPage(text)).toBeNull();
  });
});
