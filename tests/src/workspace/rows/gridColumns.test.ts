import { describe, expect, it } from "vitest";
import { growthOf } from "../../../../src/workspace/rows/gridColumns";

const columns = ["name", "price", "note"].map((id) => ({
  column: { id },
  width: 100,
}));

describe("the columns of a grid", () => {
  it("grow to fill a wider frame", () => {
    expect(growthOf(columns, { widths: {}, hidden: {} }, 450)).toBe(1.5);
  });

  it("keep their widths in a narrow frame, which scrolls", () => {
    expect(growthOf(columns, { widths: {}, hidden: {} }, 200)).toBe(1);
  });

  it("leave out hidden columns and the widths that a person has set", () => {
    const layout = { widths: { name: 150 }, hidden: { note: false } };
    expect(growthOf(columns, layout, 350)).toBe(2);
  });

  it("stay as they are if a person has set all widths", () => {
    const widths = { name: 50, price: 50, note: 50 };
    expect(growthOf(columns, { widths, hidden: {} }, 900)).toBe(1);
  });
});
