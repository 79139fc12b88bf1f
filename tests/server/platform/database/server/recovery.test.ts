import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "../../../../../server/platform/database";
import type { Database } from "../../../../../server/platform/database";
import { requestLimits } from "../../../../../server/platform/database/database";
import { openServer } from "../../../../../server/platform/database/server/openServer";
import { memoryLog } from "../../../../support/database";
import { hasPostgres, startPostgres } from "../../../../support/postgres";
import type { Postgres } from "../../../../support/postgres";
import { eventually } from "../../../../support/eventually";

const reason = hasPostgres ? "" : " (skipped: it is not installed)";
const limits = {
  ...requestLimits,
  wait: 300,
  statement: 500,
  idleTransaction: 300,
};
/** As many as the pool holds. */
const connections = 12;

describe.skipIf(!hasPostgres)(`PostgreSQL in trouble${reason}`, () => {
  let postgres: Postgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = openServer({ url: postgres.url, log: memoryLog().log, limits });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const select = () => sql`select 1 as n`.execute(database.kysely);
  const sleep = (where: Database["kysely"]) =>
    sql`select pg_sleep(60)`.execute(where);

  it("rejects statements while it is down and reconnects after it", async () => {
    const heard: string[] = [];
    await database.listen("live", (payload) => heard.push(payload));
    await eventually(() => Promise.all(Array.from({ length: 5 }, select)));
    await postgres.kill();
    await expect(select()).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await database.isReady()).toBe(false);
    await postgres.start();
    await eventually(async () => {
      expect(await database.isReady()).toBe(true);
    });
    await eventually(async () => {
      await sql`notify live, 'again'`.execute(database.kysely);
      expect(heard).toContain("again");
    });
  });

  it("rejects a statement that takes too long as unavailable", async () => {
    await expect(sleep(database.kysely)).rejects.toSatisfy(
      isDatabaseUnavailable,
    );
    await eventually(select);
  });

  it("does not limit long-running statements", async () => {
    const { rows } = await sql`
      select pg_sleep(0.8), 1 as n
    `.execute(database.longRunning);
    expect(rows).toMatchObject([{ n: 1 }]);
  });

  it("rejects a statement if no connection is free, and loses no connection", async () => {
    const held = Array.from({ length: connections }, () =>
      database.kysely.transaction().execute((trx) => sleep(trx)),
    );
    const refusals = held.map((work) =>
      expect(work).rejects.toSatisfy(isDatabaseUnavailable),
    );
    await expect(select()).rejects.toSatisfy(isDatabaseUnavailable);
    await Promise.all(refusals);
    await eventually(() =>
      Promise.all(Array.from({ length: connections }, select)),
    );
  });

  it("ends an abandoned transaction", async () => {
    const work = database.kysely.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await sql`select pg_sleep(0.45)`.execute(database.longRunning);
      await sql`select 1`.execute(transaction);
    });
    await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
  });

  it("reports an invalid statement as SqlError", async () => {
    const wrong = sql`select * from nowhere`.execute(database.kysely);
    const error: unknown = await wrong.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "SqlError", code: "42P01" });
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
