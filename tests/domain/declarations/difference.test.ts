import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply } from "../../../domain/declarations/apply";
import { difference, inverse } from "../../../domain/declarations/difference";
import type { Document } from "../../../domain/declarations/document";
import type { Json } from "../../../domain/declarations/json";
import { jsonPointer } from "../../../domain/declarations/jsonPointer";

const documentOf = (declaration: object, en: Record<string, string> = {}) =>
  ({ declaration, labels: { en, ru: {} } }) as Document;

const cars = documentOf(
  {
    table: "simple",
    columns: [
      { id: "lot", fields: ["lotNo"] },
      { id: "price", fields: ["startPrice"], width: 100 },
      { id: "grade", fields: ["grade"] },
    ],
    filters: [{ field: "fuel" }],
    views: ["default"],
  },
  { title: "Cars", "columns.price": "Price" },
);

const edited = (edit: () => object) =>
  documentOf(
    {
      ...cars.declaration,
      ...edit(),
    },
    cars.labels.en,
  );
const columns = cars.declaration.columns as object[];

describe("the difference of two documents", () => {
  it("names parts by their ids", () => {
    const after = edited(() => ({
      columns: [
        columns[0],
        { id: "power", fields: ["horsePower"] },
        { id: "price", fields: ["startPrice"], width: 120 },
        columns[2],
      ],
      filters: [],
      table: "grid",
    }));
    after.labels.en = { title: "Cars", "columns.price": "Start" };
    expect(difference(cars, after)).toEqual([
      { pointer: "/table", kind: "set", before: "simple", after: "grid" },
      {
        pointer: "/columns/price/width",
        kind: "set",
        before: 100,
        after: 120,
      },
      {
        pointer: "/columns/power",
        kind: "add",
        behind: "lot",
        after: { id: "power", fields: ["horsePower"] },
      },
      {
        pointer: "/filters/fuel",
        kind: "remove",
        behind: null,
        before: { field: "fuel" },
      },
      {
        pointer: "/labels/en/columns.price",
        kind: "set",
        before: "Price",
        after: "Start",
      },
    ]);
  });

  it("tells a new order of a list as one change", () => {
    const after = edited(() => ({
      columns: [columns[2], columns[0], columns[1]],
    }));
    expect(difference(cars, after)).toEqual([
      {
        pointer: "/columns",
        kind: "order",
        before: ["lot", "price", "grade"],
        after: ["grade", "lot", "price"],
      },
    ]);
  });

  it("is nothing where only the keys of an object stand otherwise", () => {
    const after = edited(() => ({
      filters: [{ field: "fuel" }],
      columns: [
        columns[0],
        { width: 100, id: "price", fields: ["startPrice"] },
        columns[2],
      ],
    }));
    expect(difference(cars, after)).toEqual([]);
  });
});

describe("a difference applied to another document", () => {
  const wider = edited(() => ({
    columns: [columns[0], { ...columns[1], width: 120 }, columns[2]],
  }));

  it("keeps what was changed there", () => {
    const there = edited(() => ({ columns: [...columns].reverse() }));
    const { document, conflicts } = apply(there, difference(cars, wider));
    expect(conflicts).toEqual([]);
    expect(document.declaration.columns).toEqual([
      columns[2],
      { ...columns[1], width: 120 },
      columns[0],
    ]);
  });

  it("is fine where it holds already", () => {
    const changes = difference(cars, wider);
    expect(apply(wider, changes)).toEqual({ document: wider, conflicts: [] });
  });

  it("is a conflict where a part was changed both ways, or is gone", () => {
    const changes = difference(cars, wider);
    const other = edited(() => ({
      columns: [columns[0], { ...columns[1], width: 300 }, columns[2]],
    }));
    expect(apply(other, changes)).toEqual({
      document: other,
      conflicts: changes,
    });
    const without = edited(() => ({ columns: [columns[0]] }));
    expect(apply(without, changes).conflicts).toEqual(changes);
  });
});

it("finds the place of a named part in the JSON", () => {
  const { declaration } = cars;
  expect(jsonPointer(declaration as Json, "/columns/price/width")).toBe(
    "/columns/1/width",
  );
  expect(jsonPointer(declaration as Json, "/columns/none/width")).toBe(
    "/columns",
  );
});

describe("for any two documents", () => {
  const key = fc.constantFrom("id", "a", "b/c", "~d", "__proto__", "1");
  const scalar = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const entries = fc
    .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"))
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) => fc.record({ id: fc.constant(id), width: scalar })),
      ),
    );
  const { node: anything } = fc.letrec((tie) => ({
    node: fc.oneof(
      scalar,
      entries,
      fc.array(scalar, { maxLength: 3 }),
      fc.dictionary(key, tie("node"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  const any = fc
    .tuple(
      fc.record({ columns: entries, filters: entries, rest: anything }),
      fc.dictionary(key, fc.string(), { noNullPrototype: true }),
    )
    .map(([declaration, en]) => documentOf(declaration, en));

  it("leads from one to the other and back again", () => {
    fc.assert(
      fc.property(any, any, (before, after) => {
        const changes = difference(before, after);
        expect(difference(apply(before, changes).document, after)).toEqual([]);
        const back = apply(after, inverse(changes));
        expect(back.conflicts).toEqual([]);
        expect(difference(back.document, before)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
