import { describe, expect, it } from "vitest";
import { isHighlighted, logUserType } from "../../domain/bidLog";

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
