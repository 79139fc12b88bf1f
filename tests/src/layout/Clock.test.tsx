import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Clock } from "../../../src/layout/Clock";
import { noteServerTime } from "../../../src/providers/serverClock";
import { InEnglish } from "../providers/inEnglish";

const now = new Date("2026-11-20T18:29:58Z");

beforeEach(() => {
  vi.useFakeTimers({ now });
  noteServerTime(now.toISOString());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const show = () => render(<Clock />, { wrapper: InEnglish });

describe("the clock of the sidebar", () => {
  it.each(["America/New_York", "Asia/Tokyo", "Pacific/Kiritimati", "UTC"])(
    "shows Japan's day and time where the host is in %s",
    (zone) => {
      vi.stubEnv("TZ", zone);
      show();
      expect(screen.getByRole("time")).toHaveTextContent("03:29:58");
      expect(screen.getByText("JST, Sat 21 Nov")).toBeInTheDocument();
    },
  );

  it("advances every second", () => {
    show();
    act(() => {
      vi.advanceTimersByTime(3000);
    });
    expect(screen.getByRole("time")).toHaveTextContent("03:30:01");
  });

  it("follows the server's clock when this one is wrong", () => {
    noteServerTime("Fri, 20 Nov 2026 21:29:58 GMT");
    show();
    expect(screen.getByRole("time")).toHaveTextContent("06:29:58");
  });
});
