import { describe, expect, it } from "vitest";
import {
  noSelection,
  toggled,
  toggledRange,
  withoutRows,
  withRows,
} from "../../../../src/workspace/listing/listActions";

const page = ["1", "2", "3", "4"].map((id) => ({ id, row: {} }));
const at = (id: string) => page.find((row) => row.id === id) ?? { id, row: {} };
const idsOf = ({ rows }: { rows: ReadonlyMap<string, unknown> }) =>
  [...rows.keys()].sort().join("");

describe("the selection", () => {
  it("adds a row and removes it again", () => {
    const one = toggled(noSelection, at("2"));
    expect(idsOf(one)).toBe("2");
    expect(idsOf(toggled(one, at("2")))).toBe("");
  });

  it("takes the rows between two clicks, in both directions", () => {
    const from = toggled(noSelection, at("3"));
    expect(idsOf(toggledRange(from, at("1"), page))).toBe("123");
    expect(idsOf(toggledRange(from, at("4"), page))).toBe("34");
    const all = withRows(noSelection, page);
    const off = toggled(all, at("2"));
    expect(idsOf(toggledRange(off, at("4"), page))).toBe("1");
  });

  it("takes one row if the last click was on another page", () => {
    const from = toggled(noSelection, at("9"));
    expect(idsOf(toggledRange(from, at("2"), page))).toBe("29");
  });

  it("takes and leaves whole pages", () => {
    const all = withRows(toggled(noSelection, at("9")), page);
    expect(idsOf(all)).toBe("12349");
    expect(idsOf(withoutRows(all, page))).toBe("9");
  });
});
