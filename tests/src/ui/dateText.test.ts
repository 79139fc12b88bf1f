import { expect, it } from "vitest";
import { withHyphens } from "../../../src/ui/dateText";

it("puts hyphens into a day that is typed year first", () => {
  const typed = ["2026", "20261", "202611", "2026112", "20261122"];
  expect(typed.map(withHyphens)).toEqual([
    "2026",
    "2026-1",
    "2026-11",
    "2026-11-2",
    "2026-11-22",
  ]);
});
