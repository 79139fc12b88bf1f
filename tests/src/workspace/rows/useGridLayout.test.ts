import { describe, expect, it } from "vitest";
import { reconcileLayout } from "../../../../src/workspace/rows/useGridLayout";

const columns = ["lot", "year", "price"].map((id) => ({ id }));
const plain = { hidden: {}, widths: {}, density: "standard" };

describe("a remembered layout", () => {
  it("stays as it is while the columns do", () => {
    const layout = {
      hidden: { year: false },
      widths: { price: 120 },
      density: "compact",
    };
    expect(reconcileLayout(columns, layout)).toEqual({ layout, dropped: [] });
  });

  it("loses what it says of columns that are gone, and names each once", () => {
    const kept = {
      hidden: { engine: false, year: false },
      widths: { engine: 90, colour: 70, lot: 300 },
    };
    expect(reconcileLayout(columns, kept)).toEqual({
      layout: { ...plain, hidden: { year: false }, widths: { lot: 300 } },
      dropped: ["engine", "colour"],
    });
  });

  it("does not hide a column that it does not know", () => {
    const kept = { hidden: { year: false }, widths: {} };
    const more = [...columns, { id: "grade" }];
    expect(reconcileLayout(more, kept).layout.hidden).not.toHaveProperty(
      "grade",
    );
  });

  it("says nothing of a gone column that was as the declaration has it", () => {
    const kept = { hidden: { engine: true }, widths: {} };
    expect(reconcileLayout(columns, kept).dropped).toEqual([]);
  });

  it("never hides the column with the row's link", () => {
    const kept = { hidden: { lot: false } };
    expect(reconcileLayout(columns, kept).layout.hidden).toEqual({});
  });

  it.each([
    ["nothing", undefined],
    ["text", "compact"],
    ["values of other kinds", { hidden: 1, widths: { lot: "9" }, density: 3 }],
    ["impossible widths", { widths: { lot: -1, year: 1e9, price: null } }],
  ])("is the declaration's where %s was kept", (_what, kept) => {
    expect(reconcileLayout(columns, kept)).toEqual({
      layout: plain,
      dropped: [],
    });
  });
});
