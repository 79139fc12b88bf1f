import { describe, expect, it } from "vitest";
import type { Viewer } from "../../../../domain/access";
import type { Field } from "../../../../domain/resource";
import { cellOf } from "../../../../server/workspace/export/exportColumns";

const viewerOf = (userType: number): Viewer => ({
  userId: "1",
  userType,
  userLevel: 1064,
  roleId: 1064,
  permissions: {},
});
const client = viewerOf(2);

const cell = (
  name: string,
  field: Field,
  value: unknown,
  viewer: Viewer = client,
  row = {},
) =>
  cellOf(
    { row: "bid", name, field },
    {
      viewer,
      language: "ru",
      wording: (key, otherwise) => `${key}|${otherwise}`,
    },
  )(value, row);

describe("a value in a file", () => {
  it("is empty without a value", () => {
    expect(cell("mileage", { type: ["integer", "null"] }, null)).toBeNull();
    expect(cell("doors", { type: "integer" }, undefined)).toBeNull();
  });

  it("stays a number, in whatever unit", () => {
    expect(cell("price", { type: "integer", "x-unit": "yen" }, -5)).toBe(-5);
    expect(cell("price", { type: "number" }, "much")).toBe("much");
  });

  it("is a moment on Japan's clock, or a day", () => {
    const moment = { type: "string", format: "date-time" };
    expect(cell("at", moment, "2026-11-20T23:30:59+00:00")).toEqual({
      time: "2026-11-21 08:30",
    });
    expect(cell("at", moment, "=soon")).toBe("=soon");
    const day = { type: "string", format: "date" };
    expect(cell("on", day, "2026-02-28")).toEqual({ time: "2026-02-28" });
    expect(cell("on", day, "=2026")).toBe("=2026");
  });

  it("writes options in words, and a bid's status in the words of the role", () => {
    const status = { type: "integer", enum: [1, 2] };
    const byRole = {
      ...status,
      "x-choices": { default: "bidStatusClient", manager: "bidStatus" },
    };
    expect(cell("status", status, 2)).toBe("choices.bid.status.2|2");
    expect(cell("bidStatus", byRole, 1)).toBe(
      "choices.bid.bidStatusClient.1|1",
    );
    expect(cell("bidStatus", byRole, 1, viewerOf(3))).toBe(
      "choices.bid.bidStatus.1|1",
    );
  });

  it("writes an option in the words of its row", () => {
    const status = {
      ...{ type: "integer", enum: [1, 2] },
      "x-choicesFor": { size: { big: "bigStatus" } },
    };
    expect(cell("status", status, 2, client, { size: "big" })).toBe(
      "choices.bid.bigStatus.2|2",
    );
    expect(cell("status", status, 2, client, { size: "small" })).toBe(
      "choices.bid.status.2|2",
    );
  });

  it("is the name of a country in the reader's language", () => {
    const country = { type: "string", "x-shown": "country" };
    expect(cell("country", country, "RU")).toBe("Россия");
    expect(cell("country", country, "Freedonia")).toBe("Freedonia");
  });

  it("is a word of a vocabulary", () => {
    const color = { type: "string", "x-vocabulary": "color" };
    expect(cell("color", color, "P.WHITE")).toBe(
      "vocabularies.color.p white|P.WHITE",
    );
  });

  it("is a word for yes and no, a letter for a group, a name for an export type", () => {
    expect(cell("isUss", { type: "boolean" }, false)).toBe("list.no|0");
    const letter = { type: "integer", "x-shown": "letter" };
    expect(cell("bidGroup", letter, 3)).toBe("C");
    expect(cell("bidGroup", letter, 99)).toBe(99);
    const bidType = { type: "integer", "x-shown": "bidType" };
    expect(cell("exportType", bidType, 1)).toMatch(/^bidTypes\.\w+\.label/);
    expect(cell("exportType", bidType, 99)).toBeNull();
  });

  it("is the number of photos, and other lists joined", () => {
    const photos = { type: "array", "x-shown": "photos" };
    expect(cell("images", photos, ["/a", "/b"])).toBe(2);
    expect(cell("tags", { type: "array" }, ["new", "4wd"])).toBe("new, 4wd");
    expect(cell("groups", { type: "array" }, [{ group: "A" }])).toBe(1);
  });
});
