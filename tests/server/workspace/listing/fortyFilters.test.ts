import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type {
  FilterValue,
  ListingState,
} from "../../../../domain/listing/state";
import type { Field, RowSchema } from "../../../../domain/resource";
import { lotSource } from "../../../../server/catalog";
import type { Database } from "../../../../server/platform/database";
import {
  createListingIndex,
  createListingReader,
} from "../../../../server/workspace/listing";
import { eachDatabase } from "../../../support/database";
import { findRows } from "../../../support/findRows";
import { labelledFacets } from "../../../support/labelledFacets";
import { carAuction, client, lotSchema } from "./support/declared";

type Kind = { field: Field; stored: unknown; value: FilterValue };

const choices = (...values: string[]): FilterValue => ({
  kind: "choices",
  values,
});
const day = "2026-11-20";
const kinds: readonly Kind[] = [
  {
    field: { type: ["string", "null"], enum: ["a", "b", null] },
    stored: "a",
    value: choices("a", "b"),
  },
  {
    field: { type: ["integer", "null"] },
    stored: 7,
    value: { kind: "range", from: 5, to: 9 },
  },
  {
    field: { type: ["boolean", "null"] },
    stored: true,
    value: { kind: "flag", value: true },
  },
  {
    field: { type: ["string", "null"], format: "date" },
    stored: day,
    value: { kind: "dates", from: day, to: day },
  },
  {
    field: { type: ["array", "null"], items: { type: "string" } },
    stored: ["x", "y"],
    value: choices("y"),
  },
  {
    field: { type: ["string", "null"] },
    stored: "Text",
    value: { kind: "text", text: "te" },
  },
];

/** Forty fields of all types, with names as long as names may be. */
const fields = Array.from({ length: 40 }, (_, index) => {
  const kind = kinds[index % kinds.length] ?? kinds[0];
  const name = `field${"X".repeat(33)}${String(index).padStart(2, "0")}`;
  return { name, ...(kind as Kind) };
});

const lot = lotSchema();
const row: RowSchema = {
  ...lot,
  properties: {
    ...lot.properties,
    ...Object.fromEntries(fields.map(({ name, field }) => [name, field])),
  },
};
const resource = {
  ...carAuction(),
  columns: [{ id: "all", fields: fields.map(({ name }) => name) }],
  filters: fields.map(({ name }) => ({ field: name })),
  sorts: fields.map(({ name }) => ({ id: name, field: name })),
};
const allChosen = Object.fromEntries(
  fields.map(({ name, value }) => [name, value]),
);
const state = (changes: Partial<ListingState> = {}): ListingState => ({
  filters: {},
  search: null,
  sort: null,
  page: 1,
  pageSize: 20,
  ...changes,
});

eachDatabase("a list of a thousand lots with forty filters", (open) => {
  let database: Database;
  const reader = () => {
    const clock = { now: () => new Date(`${day}T12:00:00+09:00`) };
    const index = createListingIndex({ database, clock });
    return createListingReader({ database, clock, index }, lotSource);
  };
  const ask = (of: ListingState) => ({
    resource,
    row,
    viewer: client,
    where: undefined,
    state: of,
  });

  beforeAll(async () => {
    database = await open();
    const extra = Object.fromEntries(
      fields.map(({ name, stored }) => [name, stored]),
    );
    await sql`insert into lots (area, source, source_id, lot_no, status, row_hash, imported_at, extra)
      select 'auction', 'test', n::text, n::text, 4532, '', now(),
        case when n <= 600 then ${JSON.stringify(extra)}::jsonb else '{}' end
      from generate_series(1, 1000) as n`.execute(database.kysely);
  });

  it("counts each, with none chosen and with one of each type", async () => {
    const some = Object.fromEntries(
      fields.slice(0, kinds.length).map(({ name, value }) => [name, value]),
    );
    for (const filters of [{}, some]) {
      const facets = await labelledFacets(reader(), ask(state({ filters })), {
        label: (_, value) => value,
      });
      expect(facets.totalUnfiltered).toBe(1000);
      expect(facets.total).toBe(filters === some ? 600 : 1000);
      for (const { name, stored } of fields) {
        const [first] = [stored].flat();
        if (first === 7)
          expect(facets.ranges[name]).toMatchObject({ min: 7, max: 7 });
        else if (first !== "Text" && first !== day)
          expect(facets.options[name]).toContainEqual(
            expect.objectContaining({
              value: first === true ? "1" : first,
              counter: 600,
            }),
          );
      }
    }
  });

  it("finds by all at once, and sorts by each type", async () => {
    for (const { name } of fields.slice(0, kinds.length)) {
      const sort = { id: name, order: "DESC" } as const;
      const { rows, total } = await findRows(
        reader(),
        ask(state({ filters: allChosen, sort, page: 30 })),
        fields.map((field) => field.name),
      );
      expect(total).toBe(600);
      expect(rows).toHaveLength(20);
      for (const field of fields)
        expect(rows[0]?.[field.name]).toEqual(field.stored);
    }
  });
});
