import { sql } from "kysely";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../../../server/platform/database";
import { prepareFiles } from "../../../../../server/platform/database/embedded/dataDirectory";
import { lockDataDirectory } from "../../../../../server/platform/database/embedded/lock";
import { memoryLog, newDataDirectory } from "../../../../support/database";
import { startWriter } from "./child";

/** A long run sets KILLS=30. */
const kills = Number(process.env.KILLS ?? 1);

describe("the data directory", () => {
  let dataDirectory: string;
  beforeAll(async () => {
    dataDirectory = await newDataDirectory();
  });
  afterAll(() => {
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  const open = () => openDatabase({ dataDirectory, log: memoryLog().log });

  it("refuses a second program with one clear line and leaves the data unchanged", async () => {
    const database = await open();
    await sql`create table kept as select 1 as n`.execute(database.kysely);
    const { code, complaint } = await startWriter(dataDirectory).end();
    expect(code).toBe(1);
    expect(complaint).toBe(
      `The data directory ${dataDirectory} is in use by another running Seriba. Stop that one, or choose another directory.`,
    );
    const { rows } = await sql`
      select n, to_regclass('marks') as marks from kept
    `.execute(database.kysely);
    expect(rows).toEqual([{ n: 1, marks: null }]);
    await database.close();
  });

  it("refuses a second opening by the same program until it is closed", async () => {
    const database = await open();
    await expect(open()).rejects.toMatchObject({
      code: "data_directory_in_use",
    });
    await database.close();
    await (await open()).close();
  });

  it("is free after kill -9", async () => {
    const other = startWriter(dataDirectory);
    await once(other.lines, "line");
    await expect(open()).rejects.toThrow("in use");
    await other.kill();
    const unlock = await lockDataDirectory(dataDirectory);
    await unlock();
  });

  it("refuses all of 20 programs beside one that holds it", async () => {
    const unlock = await lockDataDirectory(dataDirectory);
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => lockDataDirectory(dataDirectory)),
    );
    for (const attempt of attempts)
      expect(attempt).toMatchObject({
        status: "rejected",
        reason: { code: "data_directory_in_use" },
      });
    await unlock();
  });

  it("goes to one of 20 programs that start after a kill", async () => {
    writeFileSync(join(dataDirectory, "lock"), "a killed program");
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => lockDataDirectory(dataDirectory)),
    );
    const holders = attempts.flatMap((attempt) =>
      attempt.status === "fulfilled" ? [attempt.value] : [],
    );
    expect(holders).toHaveLength(1);
    await holders[0]?.();
  });

  it("is refused while only the heartbeat of another container is visible", async () => {
    const unlock = await lockDataDirectory(dataDirectory);
    rmSync(join(dataDirectory, "lock.sock"));
    await expect(lockDataDirectory(dataDirectory)).rejects.toMatchObject({
      code: "data_directory_in_use",
    });
    await unlock();
  });

  it("is refused under another path, as in a container's mount", async () => {
    const unlock = await lockDataDirectory(dataDirectory);
    const mount = `${dataDirectory}-${"mount".repeat(30)}`;
    symlinkSync(dataDirectory, mount);
    await expect(lockDataDirectory(mount)).rejects.toThrow("in use");
    rmSync(mount);
    await unlock();
  });

  it("ends a suspended program whose lock was taken over", async () => {
    const other = startWriter(dataDirectory);
    await once(other.lines, "line");
    other.suspend();
    rmSync(join(dataDirectory, "lock.sock"));
    const unlock = await lockDataDirectory(dataDirectory);
    other.resume();
    expect(await other.end()).toMatchObject({
      code: null,
      complaint: expect.stringContaining("took over") as unknown,
    });
    await unlock();
  });

  it("keeps every acknowledged transaction whole through kill -9", async () => {
    let acknowledged = 0;
    for (let round = 1; round <= kills; round += 1) {
      const writer = startWriter(dataDirectory, 10_000);
      const target = acknowledged + 20 * round;
      for await (const line of writer.lines) {
        acknowledged = Number(line) || acknowledged;
        if (acknowledged >= target) break;
      }
      await writer.kill();
      const database = await open();
      const { rows } = await sql<{ marks: number; halves: number }>`
        select count(*)::integer as marks,
          count(*) filter (where lines <> 2)::integer as halves
        from (select count(*) as lines from marks group by mark) as pairs
      `.execute(database.kysely);
      expect(rows[0]?.marks).toBeGreaterThanOrEqual(acknowledged);
      expect(rows[0]?.halves).toBe(0);
      await database.close();
    }
  });

  it("starts after its very first start was killed", async () => {
    const fresh = mkdtempSync(join(tmpdir(), "seriba-half-"));
    mkdirSync(join(fresh, "database.new"));
    writeFileSync(join(fresh, "database.new", "PG_VERSION"), "18\n");
    const database = await openDatabase({
      dataDirectory: fresh,
      log: memoryLog().log,
    });
    expect(await database.isReady()).toBe(true);
    await database.close();
    rmSync(fresh, { recursive: true, force: true });
  });

  it("begins with a copy of the database that the build has made", async () => {
    const built = mkdtempSync(join(tmpdir(), "seriba-built-"));
    const fresh = mkdtempSync(join(tmpdir(), "seriba-fresh-"));
    const model = await prepareFiles(built, join(built, "none"));
    writeFileSync(join(model, "made-by-the-build"), "");
    chmodSync(model, 0o755);
    const copy = await prepareFiles(fresh, model);
    expect(existsSync(join(copy, "made-by-the-build"))).toBe(true);
    // PostgreSQL refuses files that others may read.
    expect(statSync(copy).mode & 0o777).toBe(0o700);
    const { log } = memoryLog();
    const database = await openDatabase({ dataDirectory: fresh, log });
    expect(await database.isReady()).toBe(true);
    await database.close();
    for (const folder of [built, fresh])
      rmSync(folder, { recursive: true, force: true });
  });

  it("is refused if another PostgreSQL version wrote its files", async () => {
    const old = mkdtempSync(join(tmpdir(), "seriba-old-"));
    mkdirSync(join(old, "database"));
    writeFileSync(join(old, "database", "PG_VERSION"), "17\n");
    const opening = openDatabase({ dataDirectory: old, log: memoryLog().log });
    await expect(opening).rejects.toThrow("made by PostgreSQL 17");
    rmSync(old, { recursive: true, force: true });
  });
});
