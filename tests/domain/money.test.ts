import { describe, expect, it } from "vitest";
import { formatNumber, formatYen } from "../../domain/money";

describe("an amount in yen", () => {
  it("is formatted with narrow spaces between thousands", () => {
    expect(formatYen(1_180_000)).toBe("¥1\u202f180\u202f000");
    expect(formatYen(999)).toBe("¥999");
    expect(formatYen(-5000)).toBe("\u2212¥5\u202f000");
    expect(formatNumber(-1000)).toBe("\u22121\u202f000");
  });
});
