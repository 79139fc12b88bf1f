import { describe, expect, it } from "vitest";
import { bidStatusTone, isActive } from "../../domain/bidStatus";
import { isExportType } from "../../domain/exportTypes";
import { isFinished, lotStatusTone } from "../../domain/lotStatus";

const all = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe("the status of a lot", () => {
  it("has the colour of the specification", () => {
    expect(all(4531, 4538).map(lotStatusTone)).toEqual([
      "green",
      "orange",
      "red",
      "red",
      "orange",
      "grey",
      "orange",
      "orange",
    ]);
    expect(lotStatusTone(1)).toBe("orange");
  });

  it("is final once the lot is sold, not sold, cancelled or removed", () => {
    expect(all(4531, 4538).filter(isFinished)).toEqual([
      4533, 4534, 4535, 4536, 4537,
    ]);
  });
});

describe("the status of a bid", () => {
  it("binds credit in New and Bid", () => {
    expect(all(1, 7).filter(isActive)).toEqual([1, 2]);
  });

  it("has a colour, which is grey for an unknown status", () => {
    expect(bidStatusTone(6)).toBe("green");
    expect(bidStatusTone(99)).toBe("grey");
  });
});

describe("a type of export", () => {
  it("is one of five", () => {
    expect(all(0, 6).filter(isExportType)).toEqual([1, 2, 3, 4, 5]);
  });
});
