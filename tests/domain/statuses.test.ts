import { describe, expect, it } from "vitest";
import {
  bidStatusTone,
  isActive,
  isHighlighted,
  logUserType,
} from "../../domain/bidStatus";
import { isExportType } from "../../domain/exportTypes";
import { isFinished, lotStatusTone } from "../../domain/lotStatus";
import { gradeRank, gradeTone } from "../../domain/auctionGrade";

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

describe("the author of a log entry", () => {
  it("is shown by the level of a client", () => {
    expect(logUserType({ userType: 2, level: 981 })).toBe(981);
    expect(logUserType({ userType: 2, level: 1092 })).toBe(1092);
    expect(logUserType({ userType: 2, level: null })).toBe(1064);
  });

  it("is the system for managers and the program, whatever their level", () => {
    expect(logUserType({ userType: 3, level: 1064 })).toBe(991);
    expect(logUserType({ userType: 0, level: null })).toBe(991);
  });

  it("is highlighted for clients and VIPs alone", () => {
    expect([1064, 981].map(isHighlighted)).toEqual([true, true]);
    expect([991, 1092, 984, 979].some(isHighlighted)).toBe(false);
  });
});

describe("an auction grade", () => {
  it("is ranked from S down to ungraded", () => {
    const order = ["S", "6", "5", "4.5", "4", "3.5", "3", "RA", "R", "2", "1"];
    const ranks = [...order, "***"].map((grade) => gradeRank(grade) ?? 0);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it("ignores case and spaces, and has no rank when it is unknown", () => {
    expect(gradeRank(" ra ")).toBe(gradeRank("RA"));
    expect(gradeRank("Z9")).toBeNull();
  });

  it("is green, orange or red by quality, and grey when it is unknown", () => {
    for (const grade of ["6", "5", "S"]) expect(gradeTone(grade)).toBe("green");
    for (const grade of ["3.5", "4", "4.5"])
      expect(gradeTone(grade)).toBe("orange");
    for (const grade of "*** RA R 3 2 RB R2 R? 1 WR".split(" "))
      expect(gradeTone(grade)).toBe("red");
    expect(gradeTone("--")).toBe("grey");
  });
});
