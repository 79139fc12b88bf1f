import { describe, expect, it } from "vitest";
import {
  idsAt,
  idsOfTexts,
} from "../../../../server/workspace/listing/query/listingIndex";

describe("a list of ids", () => {
  it("is given out in portions, in order, the last one of each text shorter", () => {
    const ids = idsOfTexts(["10,2,33,4,5", "6"], 6);
    expect([...ids.portions(2)]).toEqual([
      ["10", "2"],
      ["33", "4"],
      ["5"],
      ["6"],
    ]);
    expect([...ids.portions(500)]).toEqual([
      ["10", "2", "33", "4", "5"],
      ["6"],
    ]);
    expect(ids.count).toBe(6);
  });

  it("may be empty", () => {
    expect([...idsOfTexts([], 0).portions(2)]).toEqual([]);
    expect([...idsAt(0, () => 1).portions(2)]).toEqual([]);
  });

  it("reads no id before its portion is taken", () => {
    const read: number[] = [];
    const ids = idsAt(10_000_000, (place) => {
      read.push(place);
      return place + 7;
    });
    const [first] = ids.portions(3);
    expect(first).toEqual(["7", "8", "9"]);
    expect(read).toEqual([0, 1, 2]);
    expect(ids.count).toBe(10_000_000);
  });
});
