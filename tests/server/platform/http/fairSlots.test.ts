import fc from "fast-check";
import "../../../support/propertySeed";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFairSlots } from "../../../../server/platform/http/fairSlots";

describe("the slots of each user", () => {
  let events: string[];
  let claimFor: ReturnType<typeof createFairSlots>;
  beforeEach(() => {
    vi.useFakeTimers();
    events = [];
    claimFor = createFairSlots({ most: 2, mostWaiting: 3 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Starts a claim that writes down what happens to it. */
  const start = (key: string, name: string, waitMs = 1_000) => {
    const claim = claimFor(key);
    claim.start({
      waitMs,
      begin: () => events.push(`${name} begins`),
      giveUp: () => events.push(`${name} gives up`),
    });
    return claim;
  };

  it("run two requests of a user, and further ones in their order", () => {
    const [first, second] = [start("a", "1"), start("a", "2")];
    start("a", "3");
    start("a", "4");
    expect(events).toEqual(["1 begins", "2 begins"]);
    second.end();
    first.end();
    expect(events.slice(2)).toEqual(["3 begins", "4 begins"]);
  });

  it("do not let a user wait for another", () => {
    for (const name of ["1", "2", "3", "4"]) start("a", name);
    start("b", "other");
    expect(events.at(-1)).toBe("other begins");
  });

  it("let a request wait no longer than its time", () => {
    const first = start("a", "1");
    start("a", "2");
    start("a", "3", 500);
    start("a", "4", 1_500);
    vi.advanceTimersByTime(499);
    expect(events).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(events.at(-1)).toBe("3 gives up");
    first.end();
    expect(events.at(-1)).toBe("4 begins");
    vi.advanceTimersByTime(5_000);
    expect(events).toHaveLength(4);
  });

  it("refuse at once what has no time to wait or finds a full queue", () => {
    for (const name of ["1", "2"]) start("a", name);
    start("a", "late", 0);
    expect(events.at(-1)).toBe("late gives up");
    for (const name of ["3", "4", "5", "6"]) start("a", name);
    expect(events.at(-1)).toBe("6 gives up");
  });

  it("pass over a request that has left the queue", () => {
    const first = start("a", "1");
    start("a", "2");
    const gone = start("a", "3");
    const next = start("a", "4");
    expect(gone.isWaiting()).toBe(true);
    gone.end();
    gone.end();
    expect(gone.isWaiting()).toBe(false);
    first.end();
    expect(events.slice(2)).toEqual(["3 gives up", "4 begins"]);
    expect(next.isWaiting()).toBe(false);
  });

  it("are given back once, however often a request ends", () => {
    const first = start("a", "1");
    first.end();
    first.end();
    for (const name of ["2", "3", "4"]) start("a", name);
    expect(events).toEqual(["1 begins", "2 begins", "3 begins"]);
  });

  it("are all free again after any order of starts, ends and lost patience", () => {
    const step = fc.record({
      action: fc.constantFrom("start", "end", "wait"),
      value: fc.nat(40),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const open: ReturnType<typeof start>[] = [];
        for (const { action, value } of steps)
          if (action === "start")
            open.push(start(`user ${value % 3}`, "", value));
          else if (action === "end")
            open.splice(value % Math.max(open.length, 1), 1)[0]?.end();
          else vi.advanceTimersByTime(value);
        for (const claim of open) claim.end();
        events = [];
        const again = ["1", "2", "3"].map((name) => start("user 0", name));
        expect(events).toEqual(["1 begins", "2 begins"]);
        for (const claim of again.toReversed()) claim.end();
      }),
    );
  });
});
