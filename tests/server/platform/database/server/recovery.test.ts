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
const long = 600_000;
/** Tests shorten the limit that they need: a busy machine may reach any short one. */
const limits = {
  ...requestLimits,
  wait: long,
  statement: long,
  idleTransaction: long,
};
/** As many as the pool holds. */
const connections = 12;

describe.skipIf(!hasPostgres)(`PostgreSQL in trouble${reason}`, () => {
  let postgres: Postgres;
  let database: Database;
  const opened: Database[] = [];
  const open = (shortened: Partial<typeof limits> = {}) => {
    const made = openServer({
      url: postgres.url,
      log: memoryLog().log,
      limits: { ...limits, ...shortened },
    });
    opened.push(made);
    return made;
  };
  beforeAll(async () => {
    postgres = await startPostgres();
    database = open();
  });
  afterAll(async () => {
    for (const made of opened) await made.close();
    await postgres.stop();
  });

  const selectFrom = ({ kysely }: Database) =>
    sql`select 1 as n`.execute(kysely);
  const select = () => selectFrom(database);
  const sleep = (where: Database["kysely"]) =>
    sql`select pg_sleep(600) as asleep`.execute(where);
  /** Returns the statements that sleep, by the ids of their processes. */
  const sleepers = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where state = 'active' and query like '%as asleep%'
        and pid <> pg_backend_pid()`.execute(database.longRunning);
    return rows.map(({ pid }) => pid);
  };

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
    const hasty = open({ statement: 500 });
    await expect(sleep(hasty.kysely)).rejects.toSatisfy(isDatabaseUnavailable);
    await eventually(() => selectFrom(hasty));
  });

  it("does not limit long-running statements", async () => {
    const { rows } = await sql`
      select pg_sleep(0.8), 1 as n
    `.execute(open({ statement: 500 }).longRunning);
    expect(rows).toMatchObject([{ n: 1 }]);
  });

  it("rejects a statement if no connection is free, and loses no connection", async () => {
    const full = open({ wait: 300 });
    const all = () =>
      Promise.all(Array.from({ length: connections }, () => selectFrom(full)));
    await eventually(all);
    const held = Array.from({ length: connections }, () =>
      full.kysely.transaction().execute((trx) => sleep(trx)),
    );
    const ends = held.map((work) =>
      expect(work).rejects.toSatisfy(isDatabaseUnavailable),
    );
    await eventually(async () => {
      expect(await sleepers()).toHaveLength(connections);
    });
    await expect(selectFrom(full)).rejects.toSatisfy(isDatabaseUnavailable);
    for (const pid of await sleepers())
      await sql`select pg_cancel_backend(${pid})`.execute(database.longRunning);
    await Promise.all(ends);
    await eventually(all);
  });

  it("ends an abandoned transaction", async () => {
    const hasty = open({ idleTransaction: 300 });
    const work = hasty.kysely.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid`.execute(transaction);
      await eventually(async () => {
        const running = await sql`
          select 1 from pg_stat_activity where pid = ${rows[0]?.pid ?? 0}`.execute(
          database.longRunning,
        );
        expect(running.rows).toEqual([]);
      });
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
