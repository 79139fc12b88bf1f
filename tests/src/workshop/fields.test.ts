import { describe, expect, it } from "vitest";
import carAuction from "../../../resources/car-auction.json";
import lot from "../../../schemas/lot.json";
import type { RowSchema } from "../../../domain/resource";
import { addPart, isSortable } from "../../../src/workshop/fields/addPart";
import { placesOf } from "../../../src/workshop/fields/placesOf";
import { sampleFacet, sampleOf } from "../../../src/workshop/fields/sampleOf";

const row = lot as RowSchema;

describe("a field that is added", () => {
  it("is a column of its own, last, with its sort where there is one", () => {
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

  it("takes the next free id where its own is taken", () => {
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

  it("is a filter or a sort by its name", () => {
    const { filters } = addPart(carAuction, { list: "filters", name: "priv" });
    expect((filters as object[]).at(-1)).toEqual({ field: "priv" });
    const { sorts } = addPart(carAuction, { list: "sorts", name: "priv" });
    expect((sorts as object[]).at(-1)).toEqual({ id: "priv", field: "priv" });
    expect(isSortable(row.properties.images ?? {})).toBe(false);
  });
});

it("is found where the declaration uses it", () => {
  expect(placesOf(carAuction, "mileage")).toEqual([
    "columns",
    "filters",
    "sorts",
    "card",
  ]);
  expect(placesOf(carAuction, "equip")).toEqual(["search"]);
  expect(placesOf(carAuction, "priv")).toEqual([]);
  // A maker's filter resets that of the auction; that uses no field.
  expect(placesOf(carAuction, "auction")).toEqual([]);
});

it("has a sample value and a sample choice, whatever its type", () => {
  for (const field of Object.values(row.properties)) {
    expect(sampleOf(field)).toBeDefined();
    expect(sampleFacet(field)).toBeDefined();
  }
});
