import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply, copyParts } from "../../../domain/declarations/apply";
import { difference } from "../../../domain/declarations/difference";
import type { Document } from "../../../domain/declarations/document";
import type { Json } from "../../../domain/declarations/json";
import { jsonPointer, partAt } from "../../../domain/declarations/part";

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

describe("difference", () => {
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

  it("reports a new order of a list as one change", () => {
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

  it("ignores the order of an object's keys", () => {
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

describe("apply", () => {
  const wider = edited(() => ({
    columns: [columns[0], { ...columns[1], width: 120 }, columns[2]],
  }));

  it("keeps the other changes of the document", () => {
    const there = edited(() => ({ columns: [...columns].reverse() }));
    const { document, conflicts } = apply(there, difference(cars, wider));
    expect(conflicts).toEqual([]);
    expect(document.declaration.columns).toEqual([
      columns[2],
      { ...columns[1], width: 120 },
      columns[0],
    ]);
  });

  it("ignores a change that was made already", () => {
    const changes = difference(cars, wider);
    expect(apply(wider, changes)).toEqual({ document: wider, conflicts: [] });
  });

  it("reports a conflict if a part was changed differently or removed", () => {
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

describe("copyParts", () => {
  const base = cars;
  const width = { pointer: "/columns/price/width", kind: "set" } as const;

  it("takes one part and leaves the rest", () => {
    const mine = edited(() => ({
      columns: [columns[0], { ...columns[1], width: 120 }, columns[2]],
    }));
    const theirs = edited(() => ({
      columns: [columns[2], { ...columns[1], width: 300 }],
    }));
    const merged = copyParts(theirs, mine, [width]);
    expect(partAt(merged, width.pointer)).toBe(120);
    expect(copyParts(merged, theirs, [width])).toEqual(theirs);
  });

  it("restores the entry around the part if it was removed", () => {
    const theirs = edited(() => ({ columns: [columns[0], columns[2]] }));
    expect(copyParts(theirs, base, [width]).declaration.columns).toEqual(
      columns,
    );
  });

  it("removes a part that the source does not have", () => {
    const mine = edited(() => ({ columns: [columns[0], columns[2]] }));
    const merged = copyParts(base, mine, [
      { pointer: "/columns/price", kind: "remove" },
    ]);
    expect(merged).toEqual(mine);
  });

  it("copies only the order for a change of order", () => {
    const mine = edited(() => ({ columns: [...columns].reverse() }));
    const wide = { ...columns[0], width: 300 };
    const theirs = edited(() => ({ columns: [wide, columns[1], columns[2]] }));
    const order = { pointer: "/columns", kind: "order" } as const;
    expect(copyParts(theirs, mine, [order]).declaration.columns).toEqual([
      columns[2],
      columns[1],
      wide,
    ]);
  });
});

it("turns entry keys into indexes of the JSON", () => {
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

  it("turns one into the other, and back part by part", () => {
    fc.assert(
      fc.property(any, any, (before, after) => {
        const changes = difference(before, after);
        expect(difference(apply(before, changes).document, after)).toEqual([]);
        const back = copyParts(after, before, changes);
        expect(difference(back, before)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
