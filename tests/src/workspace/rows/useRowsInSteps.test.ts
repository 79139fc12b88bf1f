import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RowRecord } from "../../../../src/providers/dataProvider";
import { useRowsInSteps } from "../../../../src/workspace/rows/useRowsInSteps";

const page = (first: number): RowRecord[] =>
  Array.from({ length: 50 }, (_, index) => {
    const id = String(first + index);
    return { id, row: { id } };
  });

let idle: (() => void)[] = [];

const becomeIdle = () =>
  act(async () => {
    for (const run of idle.splice(0)) run();
  });

const draw = (rows: RowRecord[]) =>
  renderHook((shown: RowRecord[]) => useRowsInSteps(shown), {
    initialProps: rows,
  });

beforeEach(() => {
  idle = [];
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    run();
  });
  vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run));
});

describe("the rows of the grid", () => {
  it("are drawn in two steps on each new page", async () => {
    const { result, rerender } = draw(page(0));
    expect(result.current.shown).toHaveLength(20);
    expect(result.current.missing).toBe(30);
    await becomeIdle();
    expect(result.current.shown).toHaveLength(50);
    rerender(page(50));
    expect(result.current.shown).toHaveLength(20);
  });

  it("stay drawn when some of them change", async () => {
    const { result, rerender } = draw(page(0));
    await becomeIdle();
    rerender([{ id: "new", row: {} }, ...page(0).slice(1)]);
    expect(result.current.shown).toHaveLength(50);
    expect(result.current.missing).toBe(0);
  });

  it("are drawn at once on short pages", () => {
    const { result } = draw(page(0).slice(0, 20));
    expect(result.current.missing).toBe(0);
    expect(idle).toEqual([]);
  });
});
