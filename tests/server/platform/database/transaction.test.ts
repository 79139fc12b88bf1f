import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../../../server/platform/database";
import type { Database } from "../../../../server/platform/database";
import { SqlError } from "../../../../server/platform/database/errors";
import { eachDatabase } from "../../../support/database";

eachDatabase("a transaction", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await sql`create table entries (name text unique)`.execute(database.kysely);
  });
  const names = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from entries order by name
    `.execute(database.kysely);
    return rows.map(({ name }) => name);
  };

  it("commits all of its work or nothing", async () => {
    const failing = inTransaction(database, async (transaction) => {
      await sql`insert into entries values ('lost')`.execute(transaction);
      await sql`insert into entries values ('lost')`.execute(transaction);
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    await inTransaction(database, async (transaction) => {
      await sql`insert into entries values ('kept')`.execute(transaction);
    });
    expect(await names()).toEqual(["kept"]);
  });

  it("fails at commit if an error of a statement was ignored", async () => {
    const work = inTransaction(database, async (transaction) => {
      await sql`insert into entries values ('unnoticed')`.execute(transaction);
      await sql`select 1 / 0`.execute(transaction).catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: "25P02" });
    expect(await names()).not.toContain("unnoticed");
  });

  it("runs again after serialization failures and deadlocks, up to four times", async () => {
    let runs = 0;
    const result = await inTransaction(database, () => {
      runs += 1;
      if (runs < 3) throw new SqlError({ message: "again", code: "40001" });
      return Promise.resolve(runs);
    });
    expect(result).toBe(3);
    const failing = inTransaction(database, () => {
      runs += 1;
      throw new SqlError({ message: "deadlock", code: "40P01" });
    });
    await expect(failing).rejects.toThrow("deadlock");
    expect(runs).toBe(7);
  });

  it("loses none of 200 concurrent increments", async () => {
    await sql`create table sums (total integer); insert into sums values (0)`.execute(
      database.kysely,
    );
    const add = () =>
      inTransaction({ kysely: database.longRunning }, async (transaction) => {
        const { rows } = await sql<{ total: number }>`
          select total from sums for update
        `.execute(transaction);
        const total = (rows[0]?.total ?? 0) + 1;
        await sql`update sums set total = ${total}`.execute(transaction);
      });
    await Promise.all(Array.from({ length: 200 }, add));
    const { rows } = await sql`select total from sums`.execute(database.kysely);
    expect(rows).toEqual([{ total: 200 }]);
  });
});
