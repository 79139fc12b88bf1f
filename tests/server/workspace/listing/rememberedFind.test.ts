import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type {
  FilterValue,
  ListingState,
} from "../../../../domain/listing/state";
import { lotSource } from "../../../../server/catalog";
import { announceChange, buryRows } from "../../../../server/platform/changes";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import { listIndexes } from "../../../../server/workspace/indexes";
import {
  createListingIndex,
  type ListingIndex,
} from "../../../../server/workspace/listing";
import { onDatabase } from "../../../support/database";
import { rowOf, sourceOf } from "../indexes/support/declared";
import { createIndexes } from "../indexes/support/plans";
import { carAuction, client, lotSchema } from "./support/declared";
import { loadModel } from "./support/loadModel";
import { pick, seeded } from "./support/randomLots";
import { randomState } from "./support/randomState";

const now = new Date("2026-11-18T12:34:56+09:00");
const row = lotSchema();
const resource = carAuction();
const unchosen: ListingState = {
  filters: {},
  search: null,
  sort: null,
  page: 1,
  pageSize: 20,
};
const queryOf = (state: ListingState) => ({
  resource,
  row,
  state,
  viewer: client,
  where: undefined,
  source: lotSource,
});

onDatabase("a list whose counts are remembered", (open) => {
  let database: Database;
  let remembering: ListingIndex;
  const newIndex = () =>
    createListingIndex({ database, clock: { now: () => now } });

  beforeAll(async () => {
    database = await open();
    await loadModel(database, { seed: 11, count: 400 });
    const set = { resources: [resource], row: rowOf(), sourceOf };
    await createIndexes(
      database,
      listIndexes(set, () => false),
    );
    remembering = newIndex();
  });

  const find = async (index: ListingIndex, state: ListingState) => {
    const asked = { page: state, facets: ["maker", "year", "doors"] };
    return { ...(await index.find(queryOf(state), asked)), version: null };
  };

  /** Waits until the position of the index includes all changes. */
  const settle = async () => {
    const { rows } = await sql<{ last: string }>`
      select last_value::text as last from change_seq`.execute(database.kysely);
    const last = BigInt(rows[0]?.last ?? 0);
    for (;;) {
      const { version } = await remembering.find(queryOf(unchosen), {});
      if (version >= last) return;
    }
  };

  const change = (random: (below: number) => number) =>
    inTransaction(database, async (trx) => {
      await announceChange(trx, "lots");
      const { rows } = await sql<{ id: string }>`
        select id from lots order by id`.execute(trx);
      const { id } = pick(random, rows);
      if (random(3) > 0) {
        await sql`update lots set year = ${2010 + random(12)}, maker_id = ${1 + random(5)},
          seq = nextval('change_seq') where id = ${id}`.execute(trx);
        return;
      }
      await sql`delete from lots where id = ${id}`.execute(trx);
      const buried = {
        topic: "lots",
        place: "auction",
        movedTo: null,
      } as const;
      await buryRows(trx, { ...buried, ids: [id], now });
    });

  it("equals the list of a program that remembers nothing, after each change", async () => {
    const random = seeded(21);
    const states = Array.from({ length: 12 }, () =>
      randomState(random, { resource, row }),
    );
    for (let round = 0; round < 25; round += 1) {
      await change(random);
      if (round % 2 === 0) await settle();
      for (const state of [
        unchosen,
        pick(random, states),
        pick(random, states),
      ])
        expect({ state, ...(await find(remembering, state)) }).toEqual({
          state,
          ...(await find(newIndex(), state)),
        });
    }
  });

  it("counts again only after a change", async () => {
    await settle();
    const { total } = await find(remembering, unchosen);
    // Rows that vanish without a change number show what is remembered.
    await sql`delete from lots where id = (select min(id) from lots)`.execute(
      database.kysely,
    );
    expect((await find(remembering, unchosen)).total).toBe(total);
    expect((await find(newIndex(), unchosen)).total).toBe(total - 1);
    await inTransaction(database, async (trx) => {
      await announceChange(trx, "lots");
      await sql`update lots set seq = nextval('change_seq')
        where id = (select max(id) from lots)`.execute(trx);
    });
    expect((await find(remembering, unchosen)).total).toBe(total - 1);
  });

  it("gives every page of a long list, whichever pages were read before", async () => {
    await sql`insert into lots (area, source, source_id, lot_no, status, row_hash,
        imported_at, year, mileage, auction_at, auction_day, maker_id, condition_id)
      select 'auction', 'deep', n::text, n::text, 4532, '', now(),
        case when n % 7 > 0 then 2000 + n % 5 end, n % 400 * 1000,
        case when n % 9 > 0 then at end,
        case when n % 9 > 0 then (at at time zone 'Asia/Tokyo')::date end,
        (array(select id from terms where kind = 'maker' order by id))[n % 8],
        (array(select id from terms where kind = 'condition' order by id))[n % 19]
      from generate_series(1, 4000) as n, lateral (
        select timestamptz '2026-11-16 10:00+09' + n % 97 * interval '1 hour') as times (at)`.execute(
      database.kysely,
    );
    await settle();
    const random = seeded(5);
    const sorts: ListingState["sort"][] = [
      null,
      { id: "auctionDate", order: "DESC" },
      { id: "year", order: "ASC" },
      { id: "year", order: "DESC" },
      { id: "mileage", order: "DESC" },
      { id: "condition", order: "ASC" },
      { id: "condition", order: "DESC" },
      { id: "maker", order: "ASC" },
    ];
    const day: FilterValue = {
      kind: "choices",
      values: ["2026-11-17", "2026-11-19"],
    };
    const chosen: Record<string, FilterValue>[] = [{}, { date: day }];
    for (const sort of sorts)
      for (const filters of chosen) {
        const state = { ...unchosen, sort, filters };
        const whole = await remembering.all(queryOf(state), sort);
        const ids = [...whole.portions(whole.count)].flat();
        const last = Math.ceil(ids.length / 20);
        const pages = [
          1,
          2,
          52,
          53,
          54,
          60,
          last,
          last - 1,
          last - 60,
          last - 59,
        ];
        for (let count = 0; count < 12; count += 1)
          pages.push(1 + random(last));
        for (const page of pages.filter((wanted) => wanted > 0)) {
          const found = await remembering.find(queryOf(state), {
            page: { sort, page, pageSize: 20 },
          });
          expect({ sort, page, ids: found.ids }).toEqual({
            sort,
            page,
            ids: ids.slice(20 * (page - 1), 20 * page),
          });
          expect(found.total).toBe(ids.length);
        }
      }
  });
});
