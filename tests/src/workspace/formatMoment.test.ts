import { describe, expect, it } from "vitest";
import { withDashes } from "../../../src/workspace/controls/DatesControl";
import { formatMoment } from "../../../src/workspace/formatMoment";

describe("a date", () => {
  it("gets its dashes while it is typed", () => {
    expect(withDashes("2026")).toBe("2026");
    expect(withDashes("20261")).toBe("2026-1");
    expect(withDashes("20261120")).toBe("2026-11-20");
    expect(withDashes("2026-11-2099")).toBe("2026-11-20");
  });

  it("is shown in Japan time, with the year unless it is the current one", () => {
    expect(formatMoment("2020-01-31T23:30:00Z", "en")).toBe(
      "1 Feb 2020, 08:30",
    );
    expect(formatMoment("2020-11-20", "ru")).toBe("20 ноя 2020");
  });

  it("is shown unchanged if it is invalid", () => {
    expect(formatMoment("soon", "en")).toBe("soon");
    expect(formatMoment("2020-13-45T99:00:00Z", "en")).toBe(
      "2020-13-45T99:00:00Z",
    );
  });
});
