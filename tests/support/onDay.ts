import { afterEach, beforeEach, vi } from "vitest";

/** Runs the tests of a file on this day. Moments of another year show their year. */
export function onDay(day: string): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(day) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
