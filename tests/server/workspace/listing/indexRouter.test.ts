import { expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog/lotSource";
import { createListingIndex } from "../../../../server/workspace/listing";
import {
  idsOfTexts,
  type Found,
  type IndexQuery,
} from "../../../../server/workspace/listing/query/listingIndex";
import type { IndexEngine } from "../../../../server/workspace/listing/sql/sqlListingIndex";
import { onDatabase } from "../../../support/database";
import { carAuction, client, lotSchema } from "./support/declared";

const now = new Date("2026-11-18T12:00:00+09:00");

onDatabase("the listing index of the program", (open) => {
  const query: IndexQuery = {
    source: lotSource,
    resource: carAuction(),
    row: lotSchema(),
    state: { filters: {}, search: null },
    viewer: client,
    where: undefined,
  };
  const found: Found = {
    ids: ["7"],
    total: 1,
    totalUnfiltered: 1,
    version: 5n,
    sums: {},
    filled: {},
    counts: new Map<string, Map<string, number>>(),
    facetTotals: new Map<string, number>(),
    bounds: new Map<string, { min: null; max: null }>(),
  };
  const able: IndexEngine = {
    find: () => Promise.resolve(found),
    all: () => Promise.resolve(idsOfTexts(["7"], 1)),
  };
  const unable: IndexEngine = {
    find: () => Promise.resolve(null),
    all: () => Promise.resolve(null),
  };
  const page = { sort: null, page: 1, pageSize: 20 };

  it("asks the engine if it can answer", async () => {
    const context = { database: await open(), clock: { now: () => now } };
    const index = createListingIndex(context, able);
    expect(await index.find(query, { page })).toBe(found);
    expect((await index.all(query, null)).count).toBe(1);
  });

  it("asks the database if the engine cannot, and claims no change that may still be open", async () => {
    const context = { database: await open(), clock: { now: () => now } };
    const index = createListingIndex(context, unable);
    const asked = { page, facets: ["maker"], atLeast: 6n };
    expect(await index.find(query, asked)).toMatchObject({
      ids: [],
      total: 0,
      totalUnfiltered: 0,
      version: 0n,
    });
    expect((await index.all(query, null)).count).toBe(0);
  });
});
