import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteServerTime } from "../../../src/providers/serverClock";
import { useHasPassed } from "../../../src/providers/useServerClock";

const start = Date.parse("2026-11-20T12:00:00+09:00");

/** Receives a reply whose header has the server's full second after the start. */
const receive = (second: number, sentAt?: number) => {
  noteServerTime(new Date(start + second * 1000).toUTCString(), sentAt);
};

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
  // The browser's clock and the server's are equal again.
  vi.setSystemTime(start);
  receive(0, start + 1000);
  vi.useRealTimers();
});

describe("a deadline", () => {
  it("passes while the page is open, also if the clock is corrected meanwhile", () => {
    // The first reply leaves a second of doubt, a later one shows that the clocks agree.
    receive(0, start);
    const { result } = renderHook(() =>
      useHasPassed("2026-11-20T12:00:10+09:00"),
    );
    act(() => {
      vi.advanceTimersByTime(4_999);
    });
    receive(4, start + 4_990);
    act(() => {
      vi.advanceTimersByTime(4_900);
    });
    expect(result.current).toBe(false);
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(result.current).toBe(true);
  });

  it("passes while the computer sleeps, when no timer runs", () => {
    const { result } = renderHook(() =>
      useHasPassed("2026-11-20T13:00:00+09:00"),
    );
    vi.setSystemTime(start + 3_600_001);
    act(() => {
      vi.advanceTimersByTime(1_000);
    });
    expect(result.current).toBe(true);
  });
});
