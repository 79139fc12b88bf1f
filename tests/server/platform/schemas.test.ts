import { Ajv } from "ajv";
import { describe, expect, it, vi } from "vitest";
import { isEmail } from "../../../domain/formats";
import { createSchemas } from "../../../server/platform/schemas/registry";

const car = {
  $id: "car",
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "integer", maximum: 10 },
    name: { type: "string" },
  },
  additionalProperties: false,
};
const registry = () =>
  createSchemas([car, { $id: "cars", type: "array", items: { $ref: "car" } }]);

describe("a validator", () => {
  it.each([
    { id: "5" },
    { id: true },
    { id: null },
    { id: Infinity },
    { id: 1, x: 1 },
  ])("neither coerces nor removes: %j", (value) => {
    const before = structuredClone(value);
    expect(registry().validator("car")(value)).not.toEqual([]);
    expect(value).toEqual(before);
  });

  it("follows references between files", () => {
    const validate = registry().validator("cars");
    expect(validate([{ id: 1 }])).toEqual([]);
    expect(validate([{ id: 11 }])).toMatchObject([{ instancePath: "/0/id" }]);
  });
});

it("keeps the validators in use, and frees the oldest of the others", () => {
  const schemas = registry();
  const cut = (maximum: number) => ({ type: "integer", maximum });
  const inUse = schemas.validator(cut(0));
  const removed = vi.spyOn(Ajv.prototype, "removeSchema");
  for (let maximum = 1; maximum <= 600; maximum += 1) {
    expect(schemas.validator(cut(maximum))(maximum + 1)).toHaveLength(1);
    expect(schemas.validator(cut(0))).toBe(inUse);
  }
  expect(removed.mock.calls.map(([schema]) => schema)).toEqual(
    Array.from({ length: 101 }, (_, index) => cut(index + 1)),
  );
  removed.mockRestore();
});

describe("a serializer", () => {
  it("lets out only what the schema lists", () => {
    const write = registry().serializer("cars");
    expect(JSON.parse(write([{ id: 1, secret: "x", name: "a" }]))).toEqual([
      { id: 1, name: "a" },
    ]);
  });

  it("writes null where null is allowed", () => {
    const write = registry().serializer({
      type: "object",
      properties: { name: { type: ["string", "null"] } },
    });
    expect(write({ name: null })).toBe('{"name":null}');
  });
});

describe("an e-mail address", () => {
  it.each(["a@b.co", "first.last+tag@sub.example.com", "юля@почта.рф"])(
    "is valid: %s",
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  it.each([
    "",
    "a",
    "a@b",
    "@b.co",
    "a@",
    "a@b.",
    "a@.co",
    "a b@c.de",
    "a@b@c.de",
    ".a@b.co",
    "a.@b.co",
    `${"a".repeat(65)}@b.co`,
    `a@${"b.".repeat(130)}co`,
  ])("is invalid: %s", (text) => {
    expect(isEmail(text)).toBe(false);
  });

  // Backtracking would take hours.
  it("is judged however long", () => {
    expect(isEmail(`${"a.".repeat(1_000_000)}@`)).toBe(false);
  });
});
