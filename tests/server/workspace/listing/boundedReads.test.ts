import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog/lotSource";
import type { Database } from "../../../../server/platform/database";
import { runWithDeadline } from "../../../../server/platform/deadline";
import { createSchemas } from "../../../../server/platform/schemas/registry";
import {
  createListingIndex,
  createListingReader,
  labelledChoices,
  readListing,
  type ListingReader,
} from "../../../../server/workspace/listing";
import { eachDatabase } from "../../../support/database";
import { labelledFacets } from "../../../support/labelledFacets";
import { carAuction, client, lotSchema } from "./support/declared";
import { loadModel } from "./support/loadModel";

const now = new Date("2026-11-18T12:34:56+09:00");
const clock = { now: () => now };
const schemas = createSchemas([lotSchema()]);
const state = {
  filters: { owners: { kind: "range", from: 0, to: null } },
  search: null,
  sort: null,
  page: 1,
  pageSize: 5,
} as const;
const label = (_filter: unknown, value: string) => value;

eachDatabase("a list whose rows take long to count", (open, kind) => {
  let database: Database;
  let reader: ListingReader;

  beforeAll(async () => {
    database = await open();
    await loadModel(database, { seed: 3, count: 60 });
    // To count takes seconds on PostgreSQL; the embedded database only expects it to.
    // The planner then knows how many rows there are.
    await sql`analyze lots_auction`.execute(database.kysely);
    const seconds = kind === "server" ? 0.05 : 0;
    const cost = kind === "server" ? 100_000_000 : 100_000;
    await sql`create function slow(value anyelement) returns anyelement
      language plpgsql volatile cost ${sql.lit(cost)} as $$
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

  const setCost = (cost: number) =>
    sql`alter function slow(anyelement) cost ${sql.lit(cost)}`.execute(
      database.kysely,
    );

  it("shows a request the page, with unknown totals", async () => {
    const found = await within(5_000, findPage);
    expect(found.ids).toHaveLength(5);
    expect(found).toMatchObject({ total: -1, totalUnfiltered: -1, sums: {} });
  });

  // On PostgreSQL, pages with all rows take seconds too.
  it.runIf(kind === "embedded").each([
    [1, 5, -1],
    [1, 100, 60],
    [2, 40, 60],
    [7, 10, -1],
  ])(
    "gives a request the total on page %i of %i rows, if it is the last",
    async (page, pageSize, total) => {
      const asked = { ...query, state: { ...state, page, pageSize } };
      const { pageInfo } = await within(5_000, () =>
        readListing(reader, { ...asked, fields: ["id"], schemas }),
      );
      expect(pageInfo.totalSearchResults).toBe(total);
    },
  );

  it.runIf(kind === "embedded")(
    "refuses a request the page for which others would wait too long",
    async () => {
      await setCost(1_000_000);
      await expect(within(5_000, findPage)).rejects.toMatchObject({
        code: "database_busy",
      });
      const { ids } = await findPage();
      expect(ids).toHaveLength(5);
      await setCost(100_000);
      expect((await within(5_000, findPage)).ids).toEqual(ids);
    },
  );

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
