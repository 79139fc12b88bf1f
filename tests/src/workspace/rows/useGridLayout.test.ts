import { describe, expect, it } from "vitest";
import {
  reconcileLayout,
  standardDensity,
} from "../../../../src/workspace/rows/useGridLayout";

const columns = ["lot", "year", "price"].map((id) => ({ id }));
const plain = { hidden: {}, widths: {}, density: "standard" };

describe("a stored layout", () => {
  it("is unchanged if its columns exist", () => {
    const layout = {
      hidden: { year: false },
      widths: { price: 120 },
      density: "compact",
    };
    expect(reconcileLayout(columns, layout)).toEqual({ layout, dropped: [] });
  });

  it("has the standard row height of the role until somebody chooses one", () => {
    const densityOf = (stored: unknown) =>
      reconcileLayout(columns, stored, standardDensity("manager")).layout
        .density;
    expect(densityOf(undefined)).toBe("compact");
    expect(densityOf({ density: "comfortable" })).toBe("comfortable");
    expect(standardDensity("client")).toBe("standard");
  });

  it("loses the settings of missing columns, each named once", () => {
    const kept = {
      hidden: { engine: false, year: false },
      widths: { engine: 90, colour: 70, lot: 300 },
    };
    expect(reconcileLayout(columns, kept)).toEqual({
      layout: { ...plain, hidden: { year: false }, widths: { lot: 300 } },
      dropped: ["engine", "colour"],
    });
  });

  it("does not hide new columns", () => {
    const kept = { hidden: { year: false }, widths: {} };
    const more = [...columns, { id: "grade" }];
    expect(reconcileLayout(more, kept).layout.hidden).not.toHaveProperty(
      "grade",
    );
  });

  it("does not report a missing column without settings", () => {
    const kept = { hidden: { engine: true }, widths: {} };
    expect(reconcileLayout(columns, kept).dropped).toEqual([]);
  });

  it("never hides the first column", () => {
    const kept = { hidden: { lot: false } };
    expect(reconcileLayout(columns, kept).layout.hidden).toEqual({});
  });

  it.each([
    ["nothing", undefined],
    ["text", "compact"],
    ["values of other kinds", { hidden: 1, widths: { lot: "9" }, density: 3 }],
    ["impossible widths", { widths: { lot: -1, year: 1e9, price: null } }],
  ])("is the default if it was stored as %s", (_what, kept) => {
    expect(reconcileLayout(columns, kept)).toEqual({
      layout: plain,
      dropped: [],
    });
  });
});
