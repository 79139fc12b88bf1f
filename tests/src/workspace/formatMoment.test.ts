import { describe, expect, it } from "vitest";
import { readDay, withSeparators, writtenDay } from "../../../src/ui/dateText";
import { formatMoment } from "../../../src/workspace/formatMoment";

describe("a date", () => {
  it("is read day first, with any separator, and gets its own while typed", () => {
    expect(readDay("1.2.2026")).toBe("2026-02-01");
    expect(readDay("20/11/2026")).toBe("2026-11-20");
    expect(readDay("31.02.2026")).toBeNull();
    expect(withSeparators("201", "ru")).toBe("20.1");
    expect(withSeparators("20112026", "en")).toBe("20/11/2026");
    expect(writtenDay("2026-11-20", "ru")).toBe("20.11.2026");
  });

  it("is shown in Japan time, with the year unless it is the current one", () => {
    expect(formatMoment("2020-01-31T23:30:00Z", "en")).toBe(
      "1 Feb 2020, 08:30",
    );
    expect(formatMoment("2020-11-20", "ru")).toBe("20 ноя 2020");
  });

  it("is shown without a time at midnight in Japan, when only the day is known", () => {
    expect(formatMoment("2020-11-25T00:00:00+09:00", "en")).toBe("25 Nov 2020");
    expect(formatMoment("2020-11-25T00:01:00+09:00", "en")).toBe(
      "25 Nov 2020, 00:01",
    );
  });

  it("is shown unchanged if it is invalid", () => {
    expect(formatMoment("soon", "en")).toBe("soon");
    expect(formatMoment("2020-13-45T99:00:00Z", "en")).toBe(
      "2020-13-45T99:00:00Z",
    );
  });
});
