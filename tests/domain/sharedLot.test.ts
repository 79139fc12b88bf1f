import { describe, expect, it } from "vitest";
import { lotName, sharedRow, shareEnd } from "../../domain/sharedLot";

describe("the end of a share link", () => {
  const now = new Date("2026-11-20T10:00:00+09:00");
  const weekAfter = new Date("2026-11-27T10:00:00+09:00");

  it("comes a week after the auction", () => {
    expect(shareEnd(new Date("2026-11-22T12:30:00+09:00"), now)).toEqual(
      new Date("2026-11-29T12:30:00+09:00"),
    );
  });

  it("comes a week from now if no auction is to come", () => {
    expect(shareEnd(null, now)).toEqual(weekAfter);
    expect(shareEnd(new Date("2025-01-01T00:00:00Z"), now)).toEqual(weekAfter);
  });
});

describe("the fields that a stranger sees", () => {
  it("are those shared with everybody, and none that needs a right", () => {
    const shared = sharedRow({
      $id: "lot",
      properties: {
        maker: { type: "string", "x-share": true },
        note: { type: "string" },
        price: {
          type: "integer",
          "x-share": true,
          "x-access": { userTypes: ["manager"] },
        },
      },
    });
    expect(Object.keys(shared.properties)).toEqual(["maker"]);
  });
});

describe("the name of a lot", () => {
  it("has maker, model, grade and year in capitals that can be read", () => {
    expect(
      lotName({ maker: "TOYOTA", model: "PRIUS", grade: "A", year: 2019 }),
    ).toBe("Toyota Prius A, 2019");
  });

  it("leaves out what is unknown, and falls back on the lot number", () => {
    expect(lotName({ maker: null, model: "PRIUS", year: null })).toBe("Prius");
    expect(lotName({ lotNo: "5021" })).toBe("5021");
  });
});
