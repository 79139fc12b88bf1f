import { expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog/lotSource";
import { createListingIndex } from "../../../../server/workspace/listing";
import { idList } from "../../../../server/workspace/listing/idList";
import type { IndexEngine } from "../../../../server/workspace/listing/indexRouter";
import type { IndexQuery } from "../../../../server/workspace/listing/listingIndex";
import { onDatabase } from "../../../support/database";
import { carAuction, client, lotSchema } from "./support/declared";

const now = new Date("2026-11-18T12:00:00+09:00");

onDatabase("the router of the listing index", (open) => {
  const query: IndexQuery = {
    source: lotSource,
    resource: carAuction(),
    row: lotSchema(),
    state: { filters: {}, search: null },
    viewer: client,
    where: undefined,
  };
  const engine = (isCovered: boolean, version = 0n): IndexEngine => ({
    covers: () => isCovered,
    reaches: (wanted) => Promise.resolve(version >= wanted),
    find: () =>
      Promise.resolve({
        ids: ["7"],
        total: 1,
        totalUnfiltered: 1,
        version,
        sums: {},
        counts: new Map<string, Map<string, number>>(),
        facetTotals: new Map<string, number>(),
        bounds: new Map<string, { min: null; max: null }>(),
      }),
    all: () => Promise.resolve(idList("7")),
  });
  const page = { sort: null, page: 1, pageSize: 20 };

  it("asks an engine that holds all fields of the query", async () => {
    const context = { database: await open(), clock: { now: () => now } };
    const index = createListingIndex(context, [engine(false), engine(true)]);
    expect((await index.find(query, { page })).ids).toEqual(["7"]);
    expect((await index.all(query, null)).count).toBe(1);
  });

  it("asks the database otherwise, for page and facets in one call", async () => {
    const context = { database: await open(), clock: { now: () => now } };
    const index = createListingIndex(context, [engine(false)]);
    const found = await index.find(query, { page, facets: ["maker"] });
    expect(found).toMatchObject({ ids: [], total: 0, totalUnfiltered: 0 });
    expect((await index.all(query, null)).count).toBe(0);
  });

  it("asks the database if an engine lacks a change that the reader knows of", async () => {
    const context = { database: await open(), clock: { now: () => now } };
    const index = createListingIndex(context, [engine(true, 5n)]);
    const known = await index.find(query, { page, atLeast: 5n });
    expect(known).toMatchObject({ ids: ["7"], version: 5n });
    const newer = await index.find(query, { page, atLeast: 6n });
    expect(newer).toMatchObject({ ids: [], version: 6n });
  });
});
