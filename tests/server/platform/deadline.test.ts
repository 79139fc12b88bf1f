import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../server/platform/database";
import { DatabaseUnavailable } from "../../../server/platform/database";
import {
  millisecondsLeft,
  runWithDeadline,
} from "../../../server/platform/deadline";
import { eachDatabase } from "../../support/database";

const inMilliseconds = (milliseconds: number) => ({
  endsAt: performance.now() + milliseconds,
});

it("limits only the work that runs under it", async () => {
  expect(millisecondsLeft()).toBe(Infinity);
  await runWithDeadline(inMilliseconds(60_000), async () => {
    await Promise.resolve();
    expect(millisecondsLeft()).toBeGreaterThan(0);
    expect(millisecondsLeft()).toBeLessThanOrEqual(60_000);
    runWithDeadline(null, () => {
      expect(millisecondsLeft()).toBe(Infinity);
    });
  });
  expect(runWithDeadline(inMilliseconds(-1), millisecondsLeft)).toBe(0);
});

eachDatabase("the deadline of a request", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it("ends a series of statements that are each within their own limit", async () => {
    let statements = 0;
    const series = runWithDeadline(inMilliseconds(250), async () => {
      for (; statements < 50; statements += 1)
        await sql`select pg_sleep(0.05)`.execute(database.kysely);
    });
    await expect(series).rejects.toThrow();
    expect(statements).toBeLessThan(10);
  });

  it("refuses statements and transactions after it", async () => {
    const late = <Result>(task: () => Promise<Result>) =>
      runWithDeadline(inMilliseconds(-1), task);
    const { kysely } = database;
    await expect(late(() => sql`select 1`.execute(kysely))).rejects.toThrow(
      DatabaseUnavailable,
    );
    await expect(
      late(() => kysely.transaction().execute(() => Promise.resolve())),
    ).rejects.toThrow(DatabaseUnavailable);
  });

  it("rolls back the transaction that it ends, and leaves no connection behind", async () => {
    const { kysely } = database;
    for (let round = 0; round < 30; round += 1) {
      const deadline = inMilliseconds(1_000);
      const cut = runWithDeadline(deadline, () =>
        kysely.transaction().execute(async (trx) => {
          await sql`create table left_behind (id integer)`.execute(trx);
          deadline.endsAt = 0;
          await sql`select 1`.execute(trx);
        }),
      );
      await expect(cut).rejects.toThrow(DatabaseUnavailable);
    }
    const { rows } = await sql<{ found: string | null }>`
      select to_regclass('left_behind')::text as found`.execute(kysely);
    expect(rows).toEqual([{ found: null }]);
  });

  it("does not hold for long-running work", async () => {
    const { longRunning } = database;
    const done = runWithDeadline(inMilliseconds(-1), () =>
      sql`select 1`.execute(longRunning),
    );
    await expect(done).resolves.toBeDefined();
  });
});
