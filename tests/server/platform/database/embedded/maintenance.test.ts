import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../../server/platform/database";
import { createMaintenance } from "../../../../../server/platform/database/embedded/maintenance";
import { testDatabase } from "../../../../support/database";

describe("maintenance of the embedded database", () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it("vacuums and analyzes a table after many of its rows changed", async () => {
    const { kysely } = database;
    const maintenance = await createMaintenance(kysely);
    await sql`create table busy as select n from generate_series(1, 5000) as n`.execute(
      kysely,
    );
    await sql`update busy set n = n + 1`.execute(kysely);
    await sql`select pg_stat_force_next_flush()`.execute(kysely);
    const before = await state(database);
    await maintenance.run();
    const after = await state(database);
    expect(before).toMatchObject({ dead: 5000, vacuums: 0, analyzes: 0 });
    expect(after).toMatchObject({ dead: 0, vacuums: 1, analyzes: 1 });
    await maintenance.run();
    expect(await state(database)).toEqual(after);
  });

  it("writes a checkpoint after the log has grown", async () => {
    const { kysely } = database;
    const maintenance = await createMaintenance(kysely);
    const before = await checkpointPosition(database);
    await maintenance.run();
    expect(await checkpointPosition(database)).toBe(before);
    await sql`
      select pg_logical_emit_message(false, 'test', repeat('x', 1048576))
      from generate_series(1, 130)
    `.execute(kysely);
    await maintenance.run();
    expect(await checkpointPosition(database)).not.toBe(before);
  });
});

async function state(database: Database): Promise<unknown> {
  const { rows } = await sql`
    select n_dead_tup::integer as dead, vacuum_count::integer as vacuums,
      analyze_count::integer as analyzes
    from pg_stat_user_tables where relname = 'busy'
  `.execute(database.kysely);
  return rows[0];
}

async function checkpointPosition(database: Database): Promise<unknown> {
  const { rows } = await sql<{ position: string }>`
    select redo_lsn as position from pg_control_checkpoint()
  `.execute(database.kysely);
  return rows[0]?.position;
}
