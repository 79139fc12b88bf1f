import { describe, expect, it } from "vitest";
import { idList } from "../../../../server/workspace/listing/idList";

const portions = (text: string, size: number) => [
  ...idList(text).portions(size),
];

describe("a list of ids", () => {
  it("is given out in portions, in order, the last one shorter", () => {
    expect(portions("10,2,33,4,5", 2)).toEqual([
      ["10", "2"],
      ["33", "4"],
      ["5"],
    ]);
    expect(portions("1,2", 2)).toEqual([["1", "2"]]);
    expect(portions("1", 500)).toEqual([["1"]]);
    expect(idList("10,2,33").count).toBe(3);
  });

  it("may be empty", () => {
    expect(portions("", 2)).toEqual([]);
    expect(idList("").count).toBe(0);
  });
});
