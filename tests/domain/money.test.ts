import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNumber, formatYen, parseAmount } from "../../domain/money";

describe("an amount in yen", () => {
  it("is formatted with narrow spaces between thousands", () => {
    expect(formatYen(1_180_000)).toBe("¥1\u202f180\u202f000");
    expect(formatYen(999)).toBe("¥999");
    expect(formatYen(-5000)).toBe("\u2212¥5\u202f000");
    expect(formatNumber(-1000)).toBe("\u22121\u202f000");
  });

  it("is parsed back from its formatted text", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (yen) => {
        expect(parseAmount(formatYen(yen))).toBe(yen);
      }),
    );
  });

  it("is null for 0, for an empty text and for a text without digits", () => {
    for (const text of ["", "0", "000", "yen", "-"])
      expect(parseAmount(text)).toBeNull();
  });

  it("is null beyond the safe integers", () => {
    expect(parseAmount("9".repeat(17))).toBeNull();
  });
});
