import { describe, expect, it } from "vitest";
import {
  coerceToSchema,
  type Schema,
  readBoolean,
  readList,
  readMoment,
  readNumber,
} from "../../../../src/providers/foreign/coerceToSchema";

const coerced = (schema: Schema, value: unknown) =>
  coerceToSchema(schema, value, () => schema);

describe("a value of another server", () => {
  it.each([
    [1998, 1998],
    ["62,400", 62_400],
    ["1 998 cc", 1998],
    ["-5000", -5000],
    ["0", 0],
    ["", null],
    ["unknown", null],
    [Number.NaN, null],
  ])("is read as a number: %j", (value, number) => {
    expect(readNumber(value)).toBe(number);
  });

  it.each([
    [1, true],
    ["1", true],
    [0, false],
    ["false", false],
    [null, null],
    ["maybe", null],
  ])("is read as a flag: %j", (value, flag) => {
    expect(readBoolean(value)).toBe(flag);
  });

  it("is read as a list from a list or from a text with # separators", () => {
    expect(readList("a.jpg#b.jpg# #")).toEqual(["a.jpg", "b.jpg"]);
    expect(readList(["a"])).toEqual(["a"]);
    expect(readList(null)).toEqual([]);
  });

  it.each([
    ["2026-11-20 11:00:00", "2026-11-20T11:00:00+09:00"],
    ["2026-11-20 11:00", "2026-11-20T11:00:00+09:00"],
    ["2026-11-20T11:00:00", "2026-11-20T11:00:00+09:00"],
    ["2026-11-20T02:00:00Z", "2026-11-20T02:00:00Z"],
    ["2026-11-20", "2026-11-20"],
    ["0000-00-00 00:00:00", null],
    ["soon", null],
    [null, null],
  ])(
    "is read as a moment, in Japan's time without a zone: %j",
    (value, iso) => {
      expect(readMoment(value)).toBe(iso);
    },
  );

  it("becomes what its schema says: an id text, no price null, no bid null", () => {
    const id = { type: "string", pattern: "^[1-9]\\d{0,15}$" };
    expect(coerced(id, 41)).toBe("41");
    const bid = { ...id, type: ["string", "null"] };
    expect(
      [0, "0", false, "", null].map((value) => coerced(bid, value)),
    ).toEqual([null, null, null, null, null]);
    const price = { type: ["integer", "null"], "x-unit": "yen" };
    expect(coerced(price, 0)).toBeNull();
    expect(coerced(price, "650,000")).toBe(650_000);
    expect(coerced({ ...price, "x-unit": "km" }, 0)).toBe(0);
  });

  it("gets its missing required fields and keeps unknown fields", () => {
    const schema: Schema = {
      type: "object",
      required: ["flag", "list", "name", "count", "status", "inner"],
      properties: {
        flag: { type: "boolean" },
        list: { type: "array", items: { type: "string" } },
        name: { type: ["string", "null"] },
        count: { type: "integer" },
        status: { type: "integer", enum: [1, 2] },
        inner: {
          type: "object",
          required: ["flag"],
          properties: { flag: { type: "boolean" } },
        },
        maybe: { type: "string" },
      },
    };
    expect(coerced(schema, { more: 7 })).toEqual({
      more: 7,
      flag: false,
      list: [],
      name: null,
      count: 0,
      inner: { flag: false },
    });
    expect(coerced({ ...schema, required: [] }, [])).toEqual({});
  });
});
