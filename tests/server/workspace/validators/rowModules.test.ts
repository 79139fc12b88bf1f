import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Validate } from "../../../../domain/fieldProblem";
import type { Field, RowSchema } from "../../../../domain/resource";
import { createAjv } from "../../../../server/platform/schemas/ajv";
import { createSchemas } from "../../../../server/platform/schemas/registry";
import {
  createRowModules,
  rowModulePath,
} from "../../../../server/workspace/validators/modules";
import { rowRules } from "../../../../server/workspace/validators/rowRules";
import { load } from "./support";

const named: Record<string, unknown> = {
  $id: "named",
  definitions: { mark: { type: "string", enum: ["A", "B"] } },
};

const always = { "x-always": true };
const fields: Record<string, Field & Record<string, unknown>> = {
  id: { type: "string", pattern: "^[1-9]\\d{0,15}$", "x-always": true },
  town: { type: ["string", "null"], maxLength: 3, title: "Town", ...always },
  power: { type: ["number", "null"], minimum: 0.5, maximum: 900, ...always },
  doors: { type: "integer" },
  seats: { type: "integer", maximum: 9, ...always },
  isUss: { type: "boolean" },
  fuel: { type: ["string", "null"], enum: ["petrol", "diesel", null] },
  code: { type: "integer", enum: [4531, 4532] },
  soldOn: { type: ["string", "null"], format: "date" },
  auctionDate: { type: ["string", "null"], format: "date-time" },
  contact: { type: "string", format: "email", ...always },
  images: {
    type: "array",
    items: { type: "string", maxLength: 5 },
    maxItems: 2,
    uniqueItems: true,
    ...always,
  },
  mark: { $ref: "named#/definitions/mark" },
  title: { const: { deep: [1] } },
};

const row: RowSchema = {
  $id: "lot",
  required: ["id", "doors"],
  properties: fields,
};
const schemas = createSchemas([named]);
const nameOf = (one: RowSchema) =>
  rowModulePath(one, schemas).split("/").at(-1) ?? "";
const compiled = (one: RowSchema) =>
  createRowModules().find(nameOf(one), [one], schemas) ?? "";

/** Values that keep the schemas, that just break them, and that are absurd. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    ...["7", "0", "A", "C", "petrol", "", "東京都", "😀😀😀", "abcd"],
    ...["2026-02-28", "2026-02-30", "a@b.co", "a@b", "4531"],
    ...["2026-11-20T10:44:00+09:00", "2026-11-20 10:44", "2026-11-20T10:44:00"],
    ...[0, 0.5, 1, 4531, 9, 10, 900, 900.5, -1, 1e300, null, true, false],
    ...[[], ["a"], ["a", "a"], ["a", "b", "c"], ["toolong"], [1], {}],
    ...[{ deep: [1] }, { deep: [2] }, { toString: "" }, { valueOf: 1 }],
  ),
  fc.jsonValue(),
);
const rows = fc.oneof(
  fc.dictionary(
    fc.constantFrom(...Object.keys(fields), "unknown", "constructor"),
    value,
  ),
  value,
);

describe("the checks of a row", () => {
  let check: Validate;
  beforeAll(async () => {
    check = await load(compiled(row));
  });

  it("judge every row as the server's own validator does", () => {
    const ajv = createAjv({ schemas: [named] });
    const own = ajv.compile(rowRules(row));
    fc.assert(
      fc.property(rows, (one) => {
        const places = (validate: Validate) =>
          (validate.errors ?? []).map(
            ({ instancePath, keyword, params }) =>
              `${instancePath} ${keyword} ${JSON.stringify(params)}`,
          );
        expect(check(one)).toBe(own(one));
        expect(places(check)).toEqual(places(own));
      }),
      { numRuns: 3000, examples: [[{ title: { toString: "" } }]] },
    );
  });

  it("find what each keyword of a field forbids", () => {
    const wrong: [string, unknown, string][] = [
      ["id", "x7", "pattern"],
      ["town", "abcd", "maxLength"],
      ["power", 0, "minimum"],
      ["seats", 10, "maximum"],
      ["isUss", "yes", "type"],
      ["fuel", "coal", "enum"],
      ["soldOn", "2026-02-30", "format"],
      ["auctionDate", "tomorrow", "format"],
      ["contact", "nobody", "format"],
      ["images", ["a", "a"], "uniqueItems"],
      ["mark", "C", "enum"],
      ["title", { deep: [2] }, "const"],
    ];
    for (const [field, wrongValue, keyword] of wrong) {
      expect(check({ id: "7", [field]: wrongValue }), field).toBe(false);
      expect(
        check.errors?.map((error) => [error.instancePath, error.keyword]),
      ).toEqual([[`/${field}`, keyword]]);
    }
  });

  it("let a value be that an older schema allowed, of a field that may change", () => {
    const limited: Record<string, Field & Record<string, unknown>> = {
      keys: { type: ["integer", "null"], minimum: 2, maximum: 5 },
      code: { type: "string", pattern: "^[A-Z]+$", maxLength: 2 },
      contact: { type: "string", format: "email" },
      marks: {
        type: "array",
        maxItems: 1,
        items: { type: "string", enum: ["B"] },
      },
    };
    const properties = { ...fields, ...limited };
    const judges = createAjv({ schemas: [named] }).compile(
      rowRules({ ...row, properties }),
    );
    const old = { keys: 9, code: "abc", contact: "none", marks: ["A", "A"] };
    expect(judges({ id: "7", ...old })).toBe(true);
    for (const [field, value] of [
      ["keys", 2.5],
      ["code", 7],
      ["contact", null],
      ["marks", [1]],
    ] as const)
      expect(judges({ id: "7", ...old, [field]: value }), field).toBe(false);
  });

  it("want only what every reply carries, and know no surplus field", () => {
    expect(check({ id: "7", another: 1 }), "doors may be hidden").toBe(true);
    expect(check({ doors: 3 })).toBe(false);
  });

  it("take a field named like a keyword for a field", () => {
    const rules = rowRules(row).properties as Record<string, unknown>;
    expect(rules.title).toEqual({ const: { deep: [1] } });
    expect(rules.town).toEqual({ type: ["string", "null"], maxLength: 3 });
  });
});

describe("the address of a row's checks", () => {
  const changed = (name: string, field: Field): RowSchema => ({
    ...row,
    properties: { ...row.properties, [name]: field },
  });

  it("changes with a rule, not with a word", () => {
    const path = rowModulePath(row, schemas);
    expect(path).toMatch(/^\/workspace\/rows\/lot\.[\w-]{22}\.js$/);
    const seats = fields.seats ?? {};
    const renamed = changed("seats", { ...seats, title: "Places" });
    expect(rowModulePath(renamed, schemas)).toBe(path);
    const widened = changed("seats", { ...seats, maximum: 12 });
    expect(rowModulePath(widened, schemas)).not.toBe(path);
    const { doors: _hidden, ...seen } = fields;
    const cut = { ...row, properties: seen };
    expect(rowModulePath(cut, schemas)).not.toBe(path);
  });

  it("changes with a schema that the row refers to", () => {
    const mark = { type: "string", enum: ["A"] };
    const others = createSchemas([{ ...named, definitions: { mark } }]);
    expect(rowModulePath(row, others)).not.toBe(rowModulePath(row, schemas));
  });

  it("is made once for a row and its schemas", () => {
    const counted = { all: vi.fn(() => schemas.all()) };
    const path = rowModulePath(row, counted);
    expect(createRowModules().find("lot.js", [row], counted)).toBeUndefined();
    expect(rowModulePath(row, counted)).toBe(path);
    expect(counted.all).toHaveBeenCalledOnce();
  });

  it("finds nothing for rows that are others by now", () => {
    const modules = createRowModules();
    const name = nameOf(row);
    expect(modules.find(name, [row], schemas)).toContain("export default");
    const fewer = changed("doors", { type: "string" });
    expect(modules.find(name, [fewer], schemas)).toBeUndefined();
    expect(modules.find("lot.js", [row], schemas)).toBeUndefined();
  });
});
