import { describe, expect, it } from "vitest";
import { pageItems } from "../../../src/workspace/page/pageItems";

describe("the paginator", () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 65, [1, 2, "gap", 65]],
    [33, 65, [1, "gap", 32, 33, 34, "gap", 65]],
    [65, 65, [1, "gap", 64, 65]],
    [4, 6, [1, 2, 3, 4, 5, 6]],
  ])("on page %i of %i offers %j", (page, count, items) => {
    expect(pageItems(page, count)).toEqual(items);
  });
});
