import { describe, expect, it } from "vitest";
import { ruleConcern } from "../../domain/countryRules";

const today = "2026-11-28";
const concern = (
  rule: Parameters<typeof ruleConcern>[0],
  year: number | null,
) => ruleConcern(rule, { year, today });

describe("a rule about the age of cars", () => {
  const eightYears = { kind: "oldestAge", months: 96 };

  it("is in conflict with a year in which every car is too old", () => {
    expect(concern(eightYears, 2017)).toBe("conflict");
    expect(concern(eightYears, 2010)).toBe("conflict");
  });

  it("asks for a check of the year in which only some cars are too old", () => {
    expect(concern(eightYears, 2018)).toBe("check");
    expect(concern(eightYears, 2019)).toBeNull();
  });

  it("counts the voyage if the day of arrival decides", () => {
    const months = 94;
    const rule = { kind: "oldestAge", months };
    expect(concern(rule, 2019)).toBeNull();
    expect(concern({ ...rule, measuredAt: "arrival" }, 2019)).toBe("check");
  });

  it("may demand a lowest age as well", () => {
    const threeYears = { kind: "youngestAge", months: 36 };
    expect(concern(threeYears, 2025)).toBe("conflict");
    expect(concern(threeYears, 2023)).toBe("check");
    expect(concern(threeYears, 2022)).toBeNull();
  });

  it("asks for a check if the year or the age is not known", () => {
    expect(concern(eightYears, null)).toBe("check");
    expect(concern({ kind: "oldestAge" }, 2020)).toBe("check");
  });
});

describe("another rule", () => {
  it("asks for a check if no lot has the fact", () => {
    expect(concern({ kind: "steering", steering: "left" }, 2020)).toBe("check");
    expect(concern({ kind: "highestPower", horsePower: 160 }, 2020)).toBe(
      "check",
    );
    expect(concern({ kind: "fee", horsePower: 160 }, 2020)).toBe("check");
  });

  it("is no warning if it is the same for all cars", () => {
    expect(concern({ kind: "steering", steering: "right" }, 2020)).toBeNull();
    expect(concern({ kind: "inspection" }, 2020)).toBeNull();
    expect(concern({ kind: "fee" }, 2020)).toBeNull();
    expect(concern({ kind: "other" }, 2020)).toBeNull();
  });
});
