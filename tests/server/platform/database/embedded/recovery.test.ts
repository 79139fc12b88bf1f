import { sql } from "kysely";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  isDatabaseUnavailable,
  openDatabase,
} from "../../../../../server/platform/database";
import type { Database } from "../../../../../server/platform/database";
import { memoryLog, newDataDirectory } from "../../../../support/database";
import { eventually } from "../../../../support/eventually";

describe("an embedded database that stops by itself", () => {
  const { log, lines } = memoryLog();
  let dataDirectory: string;
  let database: Database;
  beforeAll(async () => {
    dataDirectory = await newDataDirectory();
    database = await openDatabase({ dataDirectory, log });
    await sql`create table entries as select 1 as n`.execute(database.kysely);
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });

  /** Makes PostgreSQL panic: its log cannot be written. */
  async function panic(): Promise<unknown> {
    const walDirectory = join(dataDirectory, "database", "pg_wal");
    renameSync(walDirectory, `${walDirectory}.away`);
    const write = sql`
      select pg_logical_emit_message(true, 'test', repeat('x', 1048576))
      from generate_series(1, 40)
    `.execute(database.longRunning);
    const waiting = sql`select 1`.execute(database.kysely);
    const outcomes = await Promise.allSettled([write, waiting]);
    renameSync(`${walDirectory}.away`, walDirectory);
    return outcomes.map((outcome) =>
      outcome.status === "rejected" ? (outcome.reason as unknown) : "answered",
    );
  }

  it("rejects waiting statements, logs the stop and restarts with all commits", async () => {
    const heard: string[] = [];
    await database.listen("live", (payload) => heard.push(payload));
    const outcomes = await panic();
    expect(outcomes).toSatisfy((all: unknown[]) =>
      all.every(isDatabaseUnavailable),
    );
    expect(lines[0]).toMatch(/^the embedded database stopped/);
    await eventually(async () => {
      expect(await database.isReady()).toBe(true);
    });
    await sql`insert into entries values (2)`.execute(database.kysely);
    await sql`notify live, 'again'`.execute(database.kysely);
    const { rows } = await sql`select n from entries order by n`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
    await eventually(() => {
      expect(heard).toEqual(["again"]);
    });
  });
});
