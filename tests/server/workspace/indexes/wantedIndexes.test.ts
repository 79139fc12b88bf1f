import { describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import { wantedIndexes } from "../../../../server/workspace/indexes";
import {
  cars,
  everyFilter,
  lotSchema,
  rowOf,
  sourceOf,
} from "./support/declared";

const wanted = (resources: Resource[], row?: RowSchema) =>
  wantedIndexes({ resources, row: rowOf(row), sourceOf });

const readable = (resources: Resource[], row?: RowSchema) =>
  wanted(resources, row).map(({ name }) => name.replace(/_[0-9a-f]{10}$/, ""));

const namesOf = (resources: Resource[], row?: RowSchema) =>
  wanted(resources, row).map(({ name }) => name);

/** The lot schema with other fields besides. */
const withFields = (properties: RowSchema["properties"]): RowSchema => {
  const row = lotSchema();
  return { ...row, properties: { ...row.properties, ...properties } };
};

describe("the indexes that declarations ask for", () => {
  it("are one for each filter on a field without a column", () => {
    const filters = [{ field: "fuel" }, { field: "year" }, { field: "status" }];
    expect(wanted([cars({ filters, defaultOrder: undefined })])).toEqual([
      {
        name: expect.stringMatching(/^auto_auction_fuel_value_/) as string,
        table: "lots_auction",
        definition: `using btree (((case when jsonb_typeof("extra" -> 'fuel') = 'string' then "extra" ->> 'fuel' end) collate "C"))`,
      },
    ]);
  });

  it("have the form in which each type is filtered", () => {
    expect(readable([cars({ filters: everyFilter })])).toEqual([
      "auto_auction_registered_value",
      "auto_auction_inspected_day",
      "auto_auction_features_entries",
      "auto_auction_note_beginning",
      "auto_auction_owners_value",
      "auto_auction_pressure_value",
      "auto_auction_ischecked_value",
      "auto_auction_tyres_value",
      "auto_auction_doors_value",
      "auto_auction_gears_value",
    ]);
  });

  it("serve sorts by the value itself, in each direction", () => {
    const sorts = ["owners", "note", "tyres", "features", "mileage"].map(
      (field) => ({ id: field, field }),
    );
    const defaultOrder = { field: "inspected", order: "ASC" as const };
    expect(readable([cars({ sorts, defaultOrder })])).toEqual([
      "auto_auction_owners_value",
      "auto_auction_owners_desc",
      "auto_auction_note_value",
      "auto_auction_note_desc",
      "auto_auction_inspected_value",
      "auto_auction_inspected_desc",
    ]);
  });

  it("leave out texts that an index entry cannot hold", () => {
    const text = { type: ["string", "null"], "x-shown": "note" } as const;
    const row = withFields({
      remarks: { ...text, maxLength: 601 },
      label: { ...text, maxLength: 600 },
    });
    const fields = ["remarks", "label"].map((field) => ({ field }));
    const sorts = ["remarks", "label"].map((field) => ({ id: field, field }));
    const list = cars({ filters: fields, sorts, defaultOrder: undefined });
    expect(readable([list], row)).toEqual([
      ...["auto_auction_label_beginning", "auto_auction_label_value"],
      "auto_auction_label_desc",
    ]);
  });

  it("are on the table of each list's area, once for two lists of one area", () => {
    const filters = [{ field: "fuel" }];
    const areas: Resource["pageType"][] = ["auction", "auction", "bike-stats"];
    const all = areas.map((pageType) => cars({ filters, pageType }));
    expect(wanted(all).map(({ table }) => table)).toEqual([
      "lots_auction",
      "lots_bike_stats",
    ]);
    expect(namesOf(all)).toEqual(namesOf([...all].reverse()).reverse());
  });

  it("are empty for rows without tables for each area", () => {
    const filters = [{ field: "fuel" }];
    expect(wanted([cars({ filters, row: "bid" })])).toEqual([]);
    expect(wanted([cars({ filters, pageType: undefined })])).toEqual([]);
  });

  it("have names that PostgreSQL keeps whole, and each its own", () => {
    const long = "a".repeat(39);
    const fields = [`${long}b`, `${long}B`, `${long}c`, "constructor"];
    const row = withFields(
      Object.fromEntries(fields.map((name) => [name, { type: "integer" }])),
    );
    const filters = fields.map((field) => ({ field }));
    const resources = (["auction", "bike-stats"] as const).map((pageType) =>
      cars({ filters, pageType, defaultOrder: undefined }),
    );
    const names = namesOf(resources, row);
    expect(new Set(names).size).toBe(8);
    for (const name of names)
      expect(name).toMatch(/^auto_[a-z0-9_]{1,47}_[0-9a-f]{10}$/);
  });

  it("change their names with the type of the field", () => {
    const resources = [cars({ filters: [{ field: "keys" }] })];
    const [text] = namesOf(resources, withFields({ keys: { type: "string" } }));
    const [whole] = namesOf(
      resources,
      withFields({ keys: { type: "integer" } }),
    );
    const [again] = namesOf(
      resources,
      withFields({ keys: { type: ["integer", "null"], maximum: 9 } }),
    );
    expect(text).not.toBe(whole);
    expect(again).toBe(whole);
  });
});
