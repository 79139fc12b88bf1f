import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Clock } from "../../../src/layout/Sidebar";
import { noteServerTime, serverNow } from "../../../src/providers/serverClock";
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

describe("the server's time", () => {
  /** Notes replies of a server that is 700 ms ahead; each is on its way `ms` each way. */
  const replies = (ways: readonly number[]) => {
    const ahead = 700;
    for (const ms of ways) {
      const sentAt = Date.now();
      vi.advanceTimersByTime(ms);
      const written = new Date(Date.now() + ahead).toUTCString();
      vi.advanceTimersByTime(ms);
      noteServerTime(written, sentAt);
      vi.advanceTimersByTime(130);
    }
    return Math.abs(serverNow().getTime() - Date.now() - ahead);
  };

  it("is right within a second after one quick reply, and much better after some", () => {
    vi.setSystemTime("2031-01-01T00:00:00.250Z");
    expect(replies([40])).toBeLessThan(600);
    expect(replies(Array<number>(20).fill(40))).toBeLessThan(150);
  });

  it("is not put back by a slow reply", () => {
    vi.setSystemTime("2032-01-01T00:00:00.250Z");
    replies(Array<number>(20).fill(40));
    expect(replies([4000])).toBeLessThan(150);
  });

  it("follows at once when the clock of the computer is set", () => {
    vi.setSystemTime("2033-01-01T00:00:00.250Z");
    replies(Array<number>(20).fill(40));
    vi.setSystemTime("2033-01-01T00:10:00.250Z");
    expect(replies([40])).toBeLessThan(600);
  });
});
