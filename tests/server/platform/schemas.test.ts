import { Ajv } from "ajv";
import { describe, expect, it, vi } from "vitest";
import { isEmail } from "../../../domain/formats";
import { findRoot } from "../../../server/platform/root";
import { loadSchemas } from "../../../server/platform/schemas/loadSchemas";
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

it("proves again only schemas that have changed, or that refer to such a schema", () => {
  const of = (description: string) => [
    { $id: "paint", type: "string", description },
    { $id: "painted", type: "array", items: { $ref: "paint" } },
    { $id: "unpainted", type: "integer" },
  ];
  const proven = vi.spyOn(Ajv.prototype, "getSchema");
  const names = ["paint", "painted", "unpainted"];
  const ids = () =>
    proven.mock.calls.map(([id]) => id).filter((id) => names.includes(id));
  createSchemas(of("the color of a car"));
  expect(ids()).toEqual(names);
  proven.mockClear();
  const changed = createSchemas(of("the colour of a car"));
  expect(ids()).toEqual(["paint", "painted"]);
  proven.mockRestore();
  expect(changed.validator("unpainted")("red")).toHaveLength(1);
});

describe("a serializer", () => {
  it("follows references through other files, also in a circle", () => {
    const schemas = createSchemas([
      {
        $id: "house",
        type: "object",
        properties: { sales: { type: "array", items: { $ref: "sale" } } },
      },
      {
        $id: "sale",
        type: "object",
        properties: {
          day: { type: "string" },
          first: { $ref: "lot#/definitions/short" },
        },
      },
      {
        $id: "lot",
        definitions: {
          short: {
            type: "object",
            properties: { no: { type: "integer" }, next: { $ref: "sale" } },
          },
        },
      },
    ]);
    const write = schemas.serializer({
      type: "object",
      properties: { house: { $ref: "house" } },
    });
    const house = {
      sales: [{ day: "1", first: { no: 1, next: { day: "2" } } }],
    };
    expect(JSON.parse(write({ house }))).toEqual({ house });
  });

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

it("compares the entries of unique lists in linear time, because their type is plain", () => {
  const lists: unknown[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("uniqueItems" in value && "items" in value) lists.push(value.items);
    Object.values(value).forEach(collect);
  };
  const all = loadSchemas(findRoot()).all();
  // Files of declarations follow the meta-schemas, not bodies of requests.
  collect(all.filter(({ $id }) => !String($id).startsWith("meta-")));
  expect(lists.length).toBeGreaterThan(5);
  // Ajv compares each entry with each other one if they may be lists or objects.
  for (const items of lists)
    expect(items).toMatchObject({
      type: expect.stringMatching(/^(string|integer|number)$/) as string,
    });
});
