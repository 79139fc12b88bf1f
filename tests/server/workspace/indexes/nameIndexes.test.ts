import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { RowSchema } from "../../../../domain/resource";
import type { Database } from "../../../../server/platform/database";
import { wantedIndexes } from "../../../../server/workspace/indexes";
import { listingOrder } from "../../../../server/workspace/listing/query/listingOrder";
import {
  firstNames,
  namedRecords,
} from "../../../../server/workspace/records/readNames";
import { recordSource } from "../../../../server/workspace/records/recordSource";
import { namesIn } from "../../../../server/workspace/records/references";
import { eachDatabase } from "../../../support/database";
import { client } from "../listing/support/declared";
import { cars } from "./support/declared";
import { createIndexes, explainPlan } from "./support/plans";

const rowCount = 3_000;
const rowOf = (id: string, properties: RowSchema["properties"]): RowSchema => ({
  $id: id,
  properties: { id: { type: "string" }, ...properties },
});
const rows: Record<string, RowSchema> = {
  port: rowOf("port", { name: { type: "string" } }),
  berth: rowOf("berth", {
    port: { type: "string", "x-record": { list: "ports", name: "name" } },
    portName: { type: ["string", "null"], "x-nameOf": "port" },
  }),
};
const row = (id: string): RowSchema => rows[id] ?? rowOf(id, {});
const plain = { pageType: undefined, defaultOrder: undefined };
const ports = cars({
  ...{ ...plain, name: "ports", row: "port", store: "records", access: {} },
});
const berths = cars({
  ...{ ...plain, name: "berths", row: "berth", store: "records" },
  sorts: [{ id: "port", field: "portName" }],
});
const resources = [berths, ports];
const clock = { now: () => new Date("2026-11-20T01:42:00Z") };
/** The parts of the program that the names need. */
const contextOf = (database: Database) =>
  ({
    ...{ clock, database, recordKinds: () => undefined },
    schemas: { row },
    workspace: { resources: () => resources },
  }) as unknown as Parameters<typeof namedRecords>[0] &
    Parameters<typeof namesIn>[0];

eachDatabase("the names of other records", (open) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await sql`insert into records (row_schema, data, created_at, updated_at)
      select 'port', jsonb_build_object('name', 'Port ' || (n * 7919) % ${rowCount}),
        now(), now()
      from generate_series(1, ${rowCount}) as n`.execute(database.kysely);
    await sql`insert into records (row_schema, data, created_at, updated_at)
      select 'berth', case n % 3
          when 0 then jsonb_build_object('port', 'gone')
          when 1 then '{}'::jsonb
          else jsonb_build_object('port', (select id::text from records
            where row_schema = 'port' and data ->> 'name' = 'Port ' || (n % 50))) end,
        now(), now()
      from generate_series(1, 60) as n`.execute(database.kysely);
    await createIndexes(
      database,
      wantedIndexes({ resources, row, sourceOf: (each) => recordSource(each) }),
    );
  });

  it("are read in the order of an index", async () => {
    const named = namedRecords(contextOf(database), {
      ...{ viewer: client, list: "ports", field: "name" },
    });
    const statement = firstNames(named, "port 12");
    const found = await statement.execute();
    expect(found.slice(0, 3).map(({ label }) => label)).toEqual([
      ...["Port 12", "Port 120", "Port 1200"],
    ]);
    const plan = await explainPlan(database, sql`${statement}`);
    expect(plan).toMatch(/Index Scan using auto_port_name_names_/);
    expect(plan).not.toContain("Sort");
  });

  it("sort rows by a join as the subquery of each row does", async () => {
    const source = recordSource("berth", () =>
      namesIn(contextOf(database), "berth"),
    );
    const { join, keys } = listingOrder(
      { source, resource: berths, row: row("berth") },
      { id: "port", order: "ASC" },
      new Date(),
    );
    const storage = source.fields.portName;
    if (storage?.kind !== "expression") throw new Error("No expression");
    const ids = async (from: typeof join, order: typeof keys) => {
      const { rows: found } = await sql<{ id: string }>`
        select records.id from records ${from}
        where records.row_schema = 'berth' order by ${order}`.execute(
        database.kysely,
      );
      return found.map(({ id }) => id);
    };
    const sorted = await ids(join, keys);
    expect(sorted).toHaveLength(60);
    expect(sorted).toEqual(
      await ids(
        sql``,
        sql`${storage.expression} collate "C" asc nulls last, records.id asc`,
      ),
    );
  });
});
