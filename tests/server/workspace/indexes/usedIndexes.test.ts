import { sql, type RawBuilder } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { FilterValue } from "../../../../domain/listing/state";
import { lotSource } from "../../../../server/catalog";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import { wantedIndexes } from "../../../../server/workspace/indexes";
import { listingOrder } from "../../../../server/workspace/listing/query/listingOrder";
import {
  conditionOf,
  narrowingOf,
} from "../../../../server/workspace/listing/query/narrowing";
import { eachDatabase } from "../../../support/database";
import { client } from "../listing/support/declared";
import {
  cars,
  everyFilter,
  lotSchema,
  rowOf,
  sourceOf,
} from "./support/declared";
import { createIndexes, explainPlan } from "./support/plans";

const rowCount = 4_000;
const row = lotSchema();
const sorts = ["owners", "note", "inspected"].map((id) => ({ id, field: id }));
const resource = cars({ filters: everyFilter, sorts });
const wanted = wantedIndexes({ resources: [resource], row: rowOf(), sourceOf });

/** Lots of which each filter of this file keeps some in a hundred. */
const fill = ({ kysely }: Database) =>
  sql`insert into lots (area, source, source_id, lot_no, status, row_hash, imported_at, extra)
    select 'auction', 'test', n::text, n::text, 4532, '', now(), jsonb_build_object(
      'note', 'Note ' || n, 'owners', n % 200, 'pressure', (n % 500) / 10.0,
      'isChecked', n % 100 = 0,
      'tyres', case when n % 100 = 0 then 'summer' else 'winter' end,
      'doors', case when n % 100 = 0 then 5 else 2 end,
      'gears', case when n % 100 = 0 then to_jsonb(6) else to_jsonb('auto'::text) end,
      'registered', (date '2015-01-01' + n % 900)::text,
      'inspected', (date '2015-01-01' + n % 900)::text || 'T10:00:00+09:00',
      'features', case when n % 100 = 0 then '["winch", "tow bar"]'::jsonb else '["roof box"]' end)
    from generate_series(1, ${rowCount}) as n`.execute(kysely);

const choices = (...values: string[]): FilterValue => ({
  kind: "choices",
  values,
});
const span = { kind: "dates", from: "2015-02-01", to: "2015-02-03" } as const;

eachDatabase("an index of an added field", (open) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await fill(database);
    await createIndexes(database, wanted);
  });

  const explain = (statement: RawBuilder<unknown>) =>
    explainPlan(database, statement);

  /** The rows of a condition, without and with an index. */
  const found = (where: RawBuilder<unknown>, hasIndexes: boolean) =>
    inTransaction(database, async (trx) => {
      for (const name of ["indexscan", "bitmapscan", "indexonlyscan"])
        await sql
          .raw(`set local enable_${name} = ${hasIndexes ? "on" : "off"}`)
          .execute(trx);
      const { rows } = await sql<{ id: string }>`
        select source_id as id from lots where ${where} order by id`.execute(
        trx,
      );
      return rows.map(({ id }) => id);
    });

  it.each<[string, string, FilterValue]>([
    ["day", "registered", choices("2015-02-01", "2015-02-02")],
    ["days from and to", "registeredWithin", span],
    ["day of a moment", "inspected", choices("2015-02-01")],
    ["days of a moment, from and to", "inspectedWithin", span],
    ["entry of a list", "features", choices("winch", "hook")],
    ["beginning of a text", "note", { kind: "text", text: "note 39" }],
    ["range of whole numbers", "owners", { kind: "range", from: 7, to: 8 }],
    ["range of numbers", "pressure", { kind: "range", from: null, to: 0.5 }],
    ["yes or no", "isChecked", { kind: "flag", value: true }],
    ["choice of texts", "tyres", choices("summer")],
    ["choice of numbers, by its group", "doors", choices("9")],
    ["choice of both", "gears", choices("6")],
  ])("answers a filter by %s", async (_name, filter, value) => {
    const { scope, chosen } = narrowingOf(
      lotSource,
      {
        resource,
        row,
        state: { filters: { [filter]: value }, search: null },
        viewer: client,
        where: undefined,
      },
      new Date("2026-11-20T01:42:00Z"),
    );
    const where = conditionOf({ scope, chosen });
    const field = filter.replace("Within", "").toLowerCase();
    expect(await explain(sql`select 1 from lots where ${where}`)).toMatch(
      new RegExp(`Scan (using|on) auto_auction_${field}_`),
    );
    const ids = await found(where, true);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.length).toBeLessThan(rowCount / 10);
    expect(ids).toEqual(await found(where, false));
  });

  it.each(
    sorts.flatMap(({ id }) => [
      { id, order: "ASC" as const, index: "value" },
      { id, order: "DESC" as const, index: "desc" },
    ]),
  )(
    "gives the rows in the order of $id, $order",
    async ({ id, order, index }) => {
      const { keys } = listingOrder(
        { source: lotSource, resource, row },
        { id, order },
        new Date(),
      );
      expect(
        await explain(sql`select id from lots where area = 'auction'
        order by ${keys} limit 20`),
      ).toContain(`using auto_auction_${id}_${index}_`);
    },
  );
});
