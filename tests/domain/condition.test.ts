import { describe, expect, it } from "vitest";
import { conditionRank, conditionTone } from "../../domain/condition";

describe("an auction grade", () => {
  it("is ranked from S down to ungraded", () => {
    const order = ["S", "6", "5", "4.5", "4", "3.5", "3", "RA", "R", "2", "1"];
    const ranks = [...order, "***"].map((grade) => conditionRank(grade) ?? 0);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it("ignores case and spaces, and has no rank when it is unknown", () => {
    expect(conditionRank(" ra ")).toBe(conditionRank("RA"));
    expect(conditionRank("Z9")).toBeNull();
  });

  it("is green, orange or red by quality, and grey when it is unknown", () => {
    for (const grade of ["6", "5", "S"])
      expect(conditionTone(grade)).toBe("green");
    for (const grade of ["3.5", "4", "4.5"])
      expect(conditionTone(grade)).toBe("orange");
    for (const grade of "*** RA R 3 2 RB R2 R? 1 WR".split(" "))
      expect(conditionTone(grade)).toBe("red");
    expect(conditionTone("--")).toBe("grey");
  });
});
