import { describe, expect, it } from "vitest";
import carAuction from "../../fixtures/resources/car-auction.json";
import lot from "../../../schemas/lot.json";
import type { RowSchema } from "../../../domain/resource";
import {
  addPart,
  isSortable,
  partsUsing,
} from "../../../src/workshop/fields/fieldParts";
import { sampleFacet, sampleOf } from "../../../src/workshop/fields/FieldLook";

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
    "filters",
    "sorts",
    "card",
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
