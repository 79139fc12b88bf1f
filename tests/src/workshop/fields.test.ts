import { describe, expect, it } from "vitest";
import carAuction from "../../fixtures/resources/car-auction.json";
import lot from "../../../schemas/lot.json";
import type { RowSchema } from "../../../domain/resource";
import { partsUsing } from "../../../domain/declarations/fieldUses";
import { addPart, isSortable } from "../../../src/workshop/fields/fieldParts";
import { sampleFacet, sampleOf } from "../../../src/workshop/fields/FieldLook";
import { formatJson } from "../../../domain/declarations/formatJson";
import { metaSchema } from "../../../src/workshop/form/uiSchema";
import {
  keysAt,
  presentKeys,
  valuesAt,
} from "../../../src/workshop/json/completion";
import {
  diagnosticsOf,
  replacement,
} from "../../../src/workshop/json/JsonPanel";

const row = lot as RowSchema;

describe("adding a field", () => {
  it("appends a column with the sort of the field", () => {
    const { columns } = addPart(carAuction, {
      list: "columns",
      name: "mileage",
    });
    expect((columns as object[]).at(-1)).toEqual({
      id: "mileage",
      fields: ["mileage"],
      sort: "mileage",
    });
  });

  it("numbers an id that is taken", () => {
    const { columns } = addPart(carAuction, {
      list: "columns",
      name: "engine",
    });
    expect((columns as object[]).at(-1)).toMatchObject({ id: "engine2" });
    const again = addPart(
      { ...carAuction, columns },
      { list: "columns", name: "engine" },
    );
    expect((again.columns as object[]).at(-1)).toMatchObject({ id: "engine3" });
  });

  it("appends a filter or a sort", () => {
    const { filters } = addPart(carAuction, { list: "filters", name: "priv" });
    expect((filters as object[]).at(-1)).toEqual({ field: "priv" });
    const { sorts } = addPart(carAuction, { list: "sorts", name: "priv" });
    expect((sorts as object[]).at(-1)).toEqual({ id: "priv", field: "priv" });
    expect(isSortable(row.properties.images ?? {})).toBe(false);
  });
});

it("finds the parts that use a field", () => {
  expect(partsUsing(carAuction, "mileage")).toEqual([
    "columns",
    "card",
    "filters",
    "sorts",
  ]);
  expect(partsUsing(carAuction, "equip")).toEqual(["search"]);
  expect(partsUsing(carAuction, "priv")).toEqual([]);
  // The filter of the maker resets a filter named auction, not a field.
  expect(partsUsing(carAuction, "auction")).toEqual([]);
});

it("has a sample value and a sample choice for every field", () => {
  for (const field of Object.values(row.properties)) {
    expect(sampleOf(field)).toBeDefined();
    expect(sampleFacet(field)).toBeDefined();
  }
});

const names = {
  fields: ["year", "mileage"],
  sorts: ["auctionDate"],
  filters: ["maker"],
  cells: ["photo"],
};
const keys = (...path: (string | number)[]) =>
  keysAt(metaSchema, path, []).map(({ text }) => text);

describe("completion", () => {
  it("offers the keys that are missing", () => {
    expect(keys()).toContain("columns");
    expect(keys("columns", 0)).toEqual(
      expect.arrayContaining(["id", "fields", "cell", "sort", "access"]),
    );
    expect(keys("columns", 0, "access")).toContain("flags");
    expect(
      keysAt(metaSchema, ["columns", 0], ["id"]).map(({ text }) => text),
    ).not.toContain("id");
  });

  it("offers the allowed values", () => {
    const values = (...path: (string | number)[]) =>
      valuesAt(metaSchema, path, names);
    expect(values("columns", 0, "align")).toEqual(["start", "end"]);
    expect(values("columns", 0, "fields", 1)).toEqual(names.fields);
    expect(values("columns", 0, "sort")).toEqual(names.sorts);
    expect(values("columns", 0, "cell")).toEqual(names.cells);
    expect(values("columns", 0, "refersTo", "by")).toEqual(names.fields);
    expect(values("filters", 0, "by")).toEqual(names.filters);
    expect(values("related", 0, "by")).toEqual(names.fields);
    expect(values("related", 0, "filter")).toEqual([]);
    expect(values("filters", 0, "single")).toEqual([true, false]);
    expect(values("table")).toEqual(["simple", "grid"]);
    expect(values("table", "client")).toEqual(["simple", "grid"]);
    expect(values("nothing", "here")).toEqual([]);
  });

  it("finds the keys of an incomplete object", () => {
    const text = '{"columns": [{"id": "lot", "';
    expect(presentKeys(text, ["columns", 0, ""])).toEqual(["id"]);
  });
});

describe("diagnosticsOf", () => {
  const text = formatJson(carAuction);
  const problem = {
    file: "resources/car-auction.json",
    pointer: "/columns/0/fields/1",
    reason: "there is no such field",
  };

  it("marks the part that a problem points to", () => {
    const [found] = diagnosticsOf(text, [problem]);
    expect(found?.message).toBe(problem.reason);
    expect(text.slice(found?.from, found?.to)).toBe('"lotNo"');
  });

  it("marks only the syntax errors of an invalid text", () => {
    const broken = text.slice(0, 40);
    for (const { from, to, message } of diagnosticsOf(broken, [problem])) {
      expect(message).not.toBe(problem.reason);
      expect(to).toBeLessThanOrEqual(broken.length);
      expect(from).toBeLessThanOrEqual(to);
    }
    expect(diagnosticsOf(broken, [problem])).not.toEqual([]);
  });

  it("ignores problems of labels", () => {
    expect(
      diagnosticsOf(text, [{ ...problem, file: "locales/ru.json" }]),
    ).toEqual([]);
  });
});

it.each([
  ["", "a"],
  ["abc", "abXc"],
  ["abc", "ac"],
  ["aaa", "aaaa"],
  ["one two", "one three two"],
])("changes %j into %j by one replacement", (text, next) => {
  const change = replacement(text, next);
  expect(change).not.toBeNull();
  if (!change) return;
  const { from, to, insert } = change;
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(next);
});
