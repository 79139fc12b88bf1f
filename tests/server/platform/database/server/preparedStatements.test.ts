import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Database, Tables } from "../../../../../server/platform/database";
import { prepared } from "../../../../../server/platform/database/prepared";
import { testDatabase } from "../../../../support/database";
import { until } from "../../../../support/eventually";

const hasPostgres = inject("postgresUrl") !== "";

describe.skipIf(!hasPostgres)("a prepared statement", () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
    await sql`create table marks (id integer primary key)`.execute(
      database.kysely,
    );
    await sql`insert into marks values (1), (2)`.execute(database.kysely);
  });
  afterAll(() => database.close());

  const onOneConnection = <Result>(
    work: (connection: Kysely<Tables>) => Promise<Result>,
  ) => database.longRunning.connection().execute(work);
  const read = async (connection: Kysely<Tables>, id: number) => {
    const { rows } = await sql<{ id: number }>`
      select ${prepared} id from marks where id = ${id}`.execute(connection);
    return rows;
  };
  const namesOn = async (connection: Kysely<Tables>) => {
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements`.execute(connection);
    return rows.map(({ name }) => name);
  };
  const processOf = async (connection: Kysely<Tables>) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid`.execute(connection);
    return rows[0]?.pid;
  };

  it("is prepared once on a connection and runs with each value", () =>
    onOneConnection(async (connection) => {
      const before = await namesOn(connection);
      expect(await read(connection, 1)).toEqual([{ id: 1 }]);
      expect(await read(connection, 2)).toEqual([{ id: 2 }]);
      expect(await read(connection, 3)).toEqual([]);
      expect(await namesOn(connection)).toHaveLength(before.length + 1);
    }));

  it("still runs after its table got an index or a column", () =>
    onOneConnection(async (connection) => {
      await read(connection, 1);
      await sql`alter table marks add column note text`.execute(connection);
      await sql`create index on marks (note)`.execute(connection);
      expect(await read(connection, 1)).toEqual([{ id: 1 }]);
    }));

  it("does not stay on a connection that has prepared over 200 of them", async () => {
    const process = await onOneConnection(async (connection) => {
      for (let column = 0; column < 201; column += 1)
        await sql`select ${prepared} ${sql.lit(column)} as value`.execute(
          connection,
        );
      return processOf(connection);
    });
    await until(async () => {
      const { rows } = await sql`
        select pid from pg_stat_activity where pid = ${process}`.execute(
        database.kysely,
      );
      return rows.length === 0;
    });
  });
});
