import { eventsOf } from "../../../../server/platform/live";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { roleIds, userLevels, userTypes } from "../../../../domain/access";
import { addRecords, recordNews } from "../../../../server/workspace/records";
import { trackSettled } from "../../../../server/platform/changes/settledNumber";
import { inTransaction } from "../../../../server/platform/database";
import { removeRecord } from "../../../../server/workspace/records/writeRecords";
import { testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { eventually } from "../../../support/eventually";
import { hasPostgres } from "../../../support/postgres";
import { declareDepots, ports } from "./support/depots";

const copy = declaredCopy();
declareDepots(copy);
copy.write(
  "resources/ports.json",
  JSON.stringify({
    $schema: "../schemas/meta/resource.json",
    ...ports,
    access: { userTypes: ["manager"] },
  }),
);
const { context } = await testApp({ root: copy.root });
const { database, workspace } = context;
const everything = { after: 0n, upTo: 1_000_000_000n };

const viewer = (userType: number) => ({
  userId: "1",
  userType,
  userLevel: userLevels.client,
  roleId: roleIds.dealer,
  permissions: {},
});
const manager = viewer(userTypes.manager);

it("announces changed rows to the readers of each list that has them", async () => {
  const at = context.clock.now();
  await inTransaction(database, (trx) =>
    addRecords(trx, {
      row: "depot",
      rows: [
        { name: "Yokohama", kind: "port" },
        { name: "Atsugi", kind: "yard" },
      ],
      author: { userId: "1", userName: "A manager", at },
    }),
  );
  const records = await database.kysely
    .selectFrom("records")
    .select("id")
    .orderBy("id")
    .execute();
  const [port = "", yard = ""] = records.map(({ id }) => id);
  const news = await recordNews(context).read(everything);
  const idsFor = (who: typeof manager) =>
    news && eventsOf(news, who).map(({ data }) => data);
  expect(idsFor(manager)).toEqual([
    {
      lists: [
        {
          list: "depots",
          ids: expect.arrayContaining([port, yard]) as unknown,
        },
        { list: "ports", ids: [port] },
      ],
    },
  ]);
  expect(idsFor(viewer(userTypes.client))).toEqual([
    { lists: [expect.objectContaining({ list: "depots" })] },
  ]);

  await removeRecord(context, {
    resource: workspace.resource("depots"),
    viewer: manager,
    fullName: "A manager",
    key: null,
    isProved: false,
    id: port,
    version: 1,
  });
  const { seq } = await database.kysely
    .selectFrom("record_history")
    .select("seq")
    .where("action", "=", "remove")
    .executeTakeFirstOrThrow();
  const upTo = BigInt(seq);
  const afterwards = await recordNews(context).read({
    after: upTo - 1n,
    upTo,
  });
  expect(afterwards && eventsOf(afterwards, manager)).toEqual([
    {
      name: "records",
      data: {
        lists: [
          { list: "depots", ids: [port] },
          { list: "ports", ids: [] },
        ],
      },
    },
  ]);
});

it("names the calls that answer from changed rows to every reader", async () => {
  const news = await recordNews(context, [
    ["/depots/names", ["yard", "depot"]],
    ["/tariffs", ["tariff"]],
  ]).read(everything);
  expect(news && eventsOf(news, viewer(userTypes.client)).at(-1)).toEqual({
    name: "calls",
    data: { paths: ["/depots/names"] },
  });
});

it("makes browsers reload their lists after very many changes", async () => {
  const at = context.clock.now();
  await inTransaction(database, (trx) =>
    addRecords(trx, {
      row: "depot",
      rows: Array.from({ length: 1_001 }, (_, index) => ({
        name: `Depot ${index}`,
        kind: "yard",
      })),
      author: { userId: "1", userName: "A manager", at },
    }),
  );
  expect(await recordNews(context).read(everything)).toBeNull();
});

it.skipIf(!hasPostgres)(
  "delays no follower while it waits for the row of another write",
  async () => {
    const { kysely } = database;
    const { id } = await kysely
      .selectFrom("records")
      .select("id")
      .where("row_schema", "=", "depot")
      .executeTakeFirstOrThrow();
    const other = await kysely.startTransaction().execute();
    await sql`select from records where id = ${id} for update`.execute(other);
    const removing = removeRecord(context, {
      resource: workspace.resource("depots"),
      viewer: manager,
      fullName: "A manager",
      key: null,
      isProved: false,
      id,
      version: 1,
    });
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(
        kysely,
      );
      expect(rows).toHaveLength(1);
    });
    const { isWaiting } = await trackSettled(database)();
    await other.rollback().execute();
    await removing;
    expect(isWaiting).toBe(false);
  },
);
