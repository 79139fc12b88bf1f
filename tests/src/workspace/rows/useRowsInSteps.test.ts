import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useRowsInSteps } from "../../../../src/workspace/rows/useRowsInSteps";

let idle: (() => void)[] = [];

const becomeIdle = () =>
  act(async () => {
    for (const run of idle.splice(0)) run();
  });

/** Opens a list on a screen with room for ten rows. */
const draw = (count: number, opensWhole = false) =>
  renderHook<number, { query: object | null }>(
    ({ query }) => useRowsInSteps(count, { query, rowHeight: 100, opensWhole }),
    { initialProps: { query: {} } },
  );

beforeEach(() => {
  idle = [];
  vi.stubGlobal("innerHeight", 1_000);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    run();
  });
  vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run));
});

describe("the rows of a table", () => {
  it("are drawn screen by screen", async () => {
    const { result } = draw(50);
    expect(result.current).toBe(11);
    await becomeIdle();
    expect(result.current).toBe(22);
    for (let step = 0; step < 3; step += 1) await becomeIdle();
    expect(result.current).toBe(50);
    expect(idle).toEqual([]);
  });

  it("begin again with another query, once its rows have arrived", () => {
    const { result, rerender } = draw(50, true);
    expect(result.current).toBe(50);
    rerender({ query: null });
    expect(result.current).toBe(50);
    rerender({ query: {} });
    expect(result.current).toBe(11);
  });

  it("are drawn at once if the screen has room for them", () => {
    expect(draw(11).result.current).toBe(11);
    expect(idle).toEqual([]);
  });
});
