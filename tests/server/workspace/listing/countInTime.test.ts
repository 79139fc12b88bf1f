import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog/lotSource";
import type { Database } from "../../../../server/platform/database";
import { runWithDeadline } from "../../../../server/platform/deadline";
import {
  createListingIndex,
  createListingReader,
  labelledChoices,
  labelledFacets,
  type ListingReader,
} from "../../../../server/workspace/listing";
import { eachDatabase } from "../../../support/database";
import { carAuction, client, lotSchema } from "./support/declared";
import { loadModel } from "./support/loadModel";

const now = new Date("2026-11-18T12:34:56+09:00");
const clock = { now: () => now };
const state = {
  filters: { owners: { kind: "range", from: 0, to: null } },
  search: null,
  sort: null,
  page: 1,
  pageSize: 5,
} as const;
const label = (_field: string, value: string) => value;

eachDatabase("a list whose rows take long to count", (open, kind) => {
  let database: Database;
  let reader: ListingReader;

  beforeAll(async () => {
    database = await open();
    await loadModel(database, { seed: 3, count: 60 });
    // To count takes seconds on PostgreSQL; the embedded database only expects it to.
    const seconds = kind === "server" ? 0.05 : 0;
    await sql`create function slow(value anyelement) returns anyelement
      language plpgsql volatile cost 100000000 as $$
      begin perform pg_sleep(${sql.lit(seconds)}); return value; end $$`.execute(
      database.kysely,
    );
    const source = {
      ...lotSource,
      fields: {
        ...lotSource.fields,
        owners: {
          kind: "expression",
          expression: sql<number>`slow(lots.id::int)`,
        },
      },
    } as const;
    const index = createListingIndex({ database, clock });
    reader = createListingReader({ database, clock, index }, source);
  });

  const query = {
    resource: { ...carAuction(), defaultOrder: undefined },
    row: lotSchema(),
    state,
    viewer: client,
    where: undefined,
  };
  /** Answers as for a request that must be answered within so many milliseconds. */
  const within = <Result>(milliseconds: number, task: () => Promise<Result>) =>
    runWithDeadline({ endsAt: performance.now() + milliseconds }, task);
  const findPage = () =>
    reader.index.find(
      { ...query, source: reader.source },
      { page: state, facets: ["maker"], sums: ["startPrice"] },
    );

  it("shows a request the page, with unknown totals", async () => {
    const found = await within(5_000, findPage);
    expect(found.ids).toHaveLength(5);
    expect(found).toMatchObject({ total: -1, totalUnfiltered: -1, sums: {} });
  });

  it("has no facets for a request, and its choices can be asked for again", async () => {
    const facets = await within(5_000, () =>
      labelledFacets(reader, query, { label }),
    );
    const none = { options: {}, ranges: {} };
    expect(facets).toEqual({ total: -1, totalUnfiltered: -1, ...none });
    const choices = within(5_000, () =>
      labelledChoices(reader, query, { filter: "maker", label }),
    );
    await expect(choices).rejects.toMatchObject({ code: "database_busy" });
  });

  it("is counted for work without a deadline", async () => {
    const { total } = await reader.index.find(
      { ...query, source: reader.source },
      {},
    );
    expect(total).toBe(60);
  });
});
