import { describe, expect, it } from "vitest";
import {
  areEqual,
  bestValues,
  comparedText,
  readCompared,
} from "../../domain/comparison";

describe("the link of a comparison", () => {
  it("names at most four rows, each once, and drops malformed ones", () => {
    const text =
      "car-auction:22,car-auction:22,bad,x:0,bike-auctions:1,a:3,b:4,c:5";
    const rows = readCompared(text);
    expect(comparedText(rows)).toBe("car-auction:22,bike-auctions:1,a:3,b:4");
  });
});

describe("compared values", () => {
  it("are equal if they have the same content or are all missing", () => {
    expect(areEqual([null, undefined])).toBe(true);
    expect(areEqual([["a"], ["a"]])).toBe(true);
    expect(areEqual([1, "1"])).toBe(false);
  });

  it("are best by the declared order", () => {
    const lower = { "x-better": "lower" } as const;
    expect(bestValues(lower, [3, 1, null, 1])).toEqual([
      false,
      true,
      false,
      true,
    ]);
    const grade = {
      "x-better": "higher",
      "x-dictionary": "condition",
    } as const;
    expect(bestValues(grade, ["4", "4.5", "R"])).toEqual([false, true, false]);
  });

  it("have no best one without an order or a difference", () => {
    expect(bestValues({}, [1, 2])).toEqual([false, false]);
    expect(bestValues({ "x-better": "higher" }, [2, 2])).toEqual([
      false,
      false,
    ]);
    expect(bestValues({ "x-better": "higher" }, [2, null])).toEqual([
      false,
      false,
    ]);
  });
});
