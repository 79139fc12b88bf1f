import { sql } from "kysely";
import { symlinkSync, renameSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  isDatabaseUnavailable,
  isStorageFull,
} from "../../../../../server/platform/database";
import type { Database } from "../../../../../server/platform/database";
import { openServer } from "../../../../../server/platform/database/server/openServer";
import { memoryLog } from "../../../../support/database";
import { hasPostgres, startPostgres } from "../../../../support/postgres";
import type { Postgres } from "../../../../support/postgres";
import { startWriter } from "../embedded/child";

const reason = hasPostgres ? "" : " (skipped: it is not installed)";
/** A long run sets KILLS=200. */
const programKills = Number(process.env.KILLS ?? 3);
const databaseKills = Number(process.env.KILLS ?? 4);
const longTest = 600_000 + databaseKills * 10_000;

describe.skipIf(!hasPostgres)(`crashes beside PostgreSQL${reason}`, () => {
  let postgres: Postgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres({ keepsCommits: true });
    database = openServer({ url: postgres.url, log: memoryLog().log });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const openTransactions = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where xact_start is not null and pid <> pg_backend_pid()
        and backend_type = 'client backend'`.execute(database.kysely);
    return rows.length;
  };

  it(
    "lose no acknowledged transaction and store none twice when the program is killed",
    async () => {
      let acknowledged = 0;
      for (let kill = 1; kill <= programKills; kill += 1) {
        const writer = startWriter("unused", 10_000, postgres.url);
        const target = acknowledged + 20;
        for await (const line of writer.lines) {
          acknowledged = Number(line) || acknowledged;
          if (acknowledged >= target) break;
        }
        await writer.kill();
        // Its session may still commit; the next writer would not see that.
        await expect.poll(openTransactions).toBe(0);
        const { rows } = await sql<{ marks: number; torn: number }>`
          select count(*)::integer as marks,
            count(*) filter (where lines <> 2)::integer as torn
          from (select count(*) as lines from marks group by mark) as pairs
        `.execute(database.kysely);
        expect(rows[0]?.marks).toBeGreaterThanOrEqual(acknowledged);
        expect(rows[0]?.torn).toBe(0);
      }
    },
    longTest,
  );

  it(
    "lose no acknowledged write when the database is killed in traffic",
    async () => {
      await sql`create table writes (id integer primary key)`.execute(
        database.kysely,
      );
      const acknowledged: number[] = [];
      const errors: unknown[] = [];
      let next = 0;
      let isRunning = true;
      /** Resolves when the database accepts connections again. */
      let restarted = Promise.resolve();
      const traffic = async () => {
        while (isRunning) {
          const id = (next += 1);
          try {
            await sql`insert into writes values (${id})`.execute(
              database.kysely,
            );
            acknowledged.push(id);
          } catch (error) {
            errors.push(error);
            await restarted;
          }
        }
      };
      const clients = Array.from({ length: 4 }, traffic);
      for (let kill = 1; kill <= databaseKills; kill += 1) {
        const before = acknowledged.length;
        await expect
          .poll(() => acknowledged.length)
          .toBeGreaterThan(before + 20);
        restarted = postgres.kill().then(() => postgres.start());
        await restarted;
        const atStart = acknowledged.length;
        await expect.poll(() => acknowledged.length).toBeGreaterThan(atStart);
      }
      isRunning = false;
      await Promise.all(clients);
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.filter((error) => !isDatabaseUnavailable(error))).toEqual(
        [],
      );
      const { rows } = await sql<{ id: number }>`select id from writes`.execute(
        database.kysely,
      );
      const stored = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    },
    longTest,
  );

  it.skipIf(process.platform !== "linux")(
    "refuse writes on a full disk, read on, and write again once there is room",
    async () => {
      const { longRunning } = database;
      await sql`create table full_disk (n integer)`.execute(longRunning);
      const { rows } = await sql<{ file: string }>`
        select current_setting('data_directory') || '/'
          || pg_relation_filepath('full_disk') as file
      `.execute(longRunning);
      const file = rows[0]?.file ?? "";
      const write = () =>
        sql`insert into full_disk values (1)`.execute(database.kysely);
      renameSync(file, `${file}.aside`);
      symlinkSync("/dev/full", file);
      const refused: unknown = await write().catch((error: unknown) => error);
      expect(isStorageFull(refused)).toBe(true);
      await sql`select 1`.execute(database.kysely);
      rmSync(file);
      renameSync(`${file}.aside`, file);
      // Open connections still have the full file open.
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()
      `.execute(longRunning);
      await expect.poll(() => database.isReady()).toBe(true);
      await write();
      const count = await sql`select count(*) as n from full_disk`.execute(
        database.kysely,
      );
      expect(count.rows).toEqual([{ n: "1" }]);
    },
  );
});
