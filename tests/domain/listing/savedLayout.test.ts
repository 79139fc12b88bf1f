import { describe, expect, it } from "vitest";
import {
  isSameLayout,
  layoutOfColumns,
  sortedLayout,
  type SavedLayout,
} from "../../../domain/listing/savedLayout";

const layout: SavedLayout = {
  hidden: ["year", "color"],
  widths: { maker: 120, color: 80 },
  density: "compact",
};
const reordered: SavedLayout = {
  density: "compact",
  widths: { color: 80, maker: 120 },
  hidden: ["color", "year"],
};

describe("a saved layout", () => {
  it("is the same in whatever order its columns are named", () => {
    expect(isSameLayout(layout, reordered)).toBe(true);
    expect(JSON.stringify(sortedLayout(layout))).toBe(
      JSON.stringify(sortedLayout(reordered)),
    );
  });

  it.each<[string, Partial<SavedLayout>]>([
    ["hidden column", { hidden: ["year"] }],
    ["width", { widths: { maker: 121, color: 80 } }],
    ["density", { density: "standard" }],
    ["view", { view: "card" }],
  ])("differs by each %s", (_, change) => {
    expect(isSameLayout(layout, { ...layout, ...change })).toBe(false);
  });

  it("keeps only columns that still exist", () => {
    expect(layoutOfColumns(layout, [{ id: "color" }])).toEqual({
      hidden: ["color"],
      widths: { color: 80 },
      density: "compact",
    });
  });
});
