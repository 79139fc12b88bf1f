import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { withDefaultCalls } from "../../../../domain/listing/defaultCalls";
import type { FilterValue } from "../../../../domain/listing/state";
import type { RowSchema } from "../../../../domain/resource";
import { setChecks } from "../../../../server/declare";
import type { Database } from "../../../../server/platform/database";
import { createMessages } from "../../../../server/platform/messages";
import { compileSet } from "../../../../server/workspace/declared/compileSet";
import { wantedIndexes } from "../../../../server/workspace/indexes";
import {
  conditionOf,
  narrowingOf,
} from "../../../../server/workspace/listing/query/narrowing";
import { recordSource } from "../../../../server/workspace/records/recordSource";
import {
  createRecord,
  removeRecord,
  updateRecord,
} from "../../../../server/workspace/records/writeRecords";
import { readSources } from "../../../../server/workspace/sources";
import { eachDatabase } from "../../../support/database";
import { declaredCopy } from "../../../support/declaredCopy";
import { createIndexes, explainPlan } from "../indexes/support/plans";
import { declareDepots, depotRow, depots } from "./support/depots";

const copy = declaredCopy();
declareDepots(copy);
const { schemas, workspace } = compileSet({
  sources: readSources(copy.root),
  checks: setChecks,
});
const viewer = {
  userId: "1",
  userType: 3,
  userLevel: 1064,
  roleId: 0,
  permissions: {},
};
const resource = workspace.resource("depots");
const row: RowSchema = depotRow;

eachDatabase("the store of records", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it("writes, guards and removes a row", async () => {
    const clock = { now: () => new Date("2026-11-20T01:42:00Z") };
    const messages = createMessages({});
    const context = {
      ...{ schemas, workspace, database, clock, messages },
      recordKinds: () => undefined,
    };
    const request = {
      resource,
      viewer,
      fullName: "A manager",
      key: null,
      isProved: false,
    };
    const body = { name: "Kobe", kind: "port", places: 70 };
    const { detail, version } = await createRecord(context, {
      ...request,
      body,
    });
    const edit = { ...request, id: String(detail.id), version };
    const other = { ...body, places: 71 };
    const results = await Promise.allSettled([
      updateRecord(context, { ...edit, body: other }),
      updateRecord(context, { ...edit, body: { ...body, places: 72 } }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
    ]);
    await removeRecord(context, { ...edit, version: 2 });
    const left = await database.kysely
      .selectFrom("record_history")
      .select("action")
      .orderBy("id")
      .execute();
    expect(left.map(({ action }) => action)).toEqual([
      "create",
      "update",
      "remove",
    ]);
  });

  it("finds rows of a filter by an index that covers these rows alone", async () => {
    await sql`
      insert into records (row_schema, data, created_at, created_by, updated_at, updated_by)
      select case when n % 10 = 0 then 'other' else 'depot' end,
        jsonb_build_object('name', 'Depot ' || n, 'places', n % 500,
          'kind', case when n % 100 = 1 then 'port' else 'yard' end),
        now(), 1, now(), 1
      from generate_series(1, 4000) as n`.execute(database.kysely);
    const set = {
      resources: [withDefaultCalls(depots)],
      row: () => row,
      sourceOf: (name: string) => recordSource(name),
    };
    await createIndexes(database, wantedIndexes(set));
    const plan = (filters: Record<string, FilterValue>) => {
      const condition = conditionOf(
        narrowingOf(
          recordSource("depot"),
          {
            resource,
            row,
            viewer,
            where: undefined,
            state: { filters, search: null },
          },
          new Date("2026-11-20T01:42:00Z"),
        ),
      );
      return explainPlan(
        database,
        sql`select id from records where ${condition}`,
      );
    };
    expect(await plan({ kind: { kind: "choices", values: ["port"] } })).toMatch(
      /auto_depot_kind_value_/,
    );
    expect(await plan({ places: { kind: "range", from: 7, to: 7 } })).toMatch(
      /auto_depot_places_(value|desc)_/,
    );
  });
});
