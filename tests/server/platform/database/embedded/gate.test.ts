import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "../../../../../server/platform/database";
import type { Database } from "../../../../../server/platform/database";
import { openEmbedded } from "../../../../../server/platform/database/embedded/openEmbedded";
import { runWriting } from "../../../../../server/platform/deadline";
import { embeddedTemplate, memoryLog } from "../../../../support/database";
import { until } from "../../../../support/eventually";

/** Longer than any delay of a busy machine. */
const long = 60_000;
const longLimits = {
  wait: long,
  statement: long,
  idleTransaction: long,
  transaction: long,
};
/** The database reads them at each statement; a test shortens the one it needs. */
const limits = { ...longLimits };

describe("the gate of the embedded database", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openEmbedded({
      dataDirectory: ":memory:",
      log: memoryLog().log,
      hasMaintenance: false,
      template: await embeddedTemplate(),
      limits,
    });
    await sql`create table entries (name text)`.execute(database.longRunning);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    Object.assign(limits, longLimits);
    await sql`delete from entries`.execute(database.longRunning);
  });

  const add = (name: string, where: Pick<Database, "kysely"> = database) =>
    sql`insert into entries values (${name})`.execute(where.kysely);
  const names = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from entries order by name
    `.execute(database.longRunning);
    return rows.map(({ name }) => name);
  };

  it("counts the statements that wait, by their priority", async () => {
    const waiting: Promise<unknown>[] = [];
    await database.kysely.transaction().execute(async () => {
      waiting.push(
        add("read"),
        add("another read"),
        runWriting(true, () => add("write")),
        add("background", { kysely: database.background }),
      );
      await until(() => {
        const { writes, reads, background } = database.load().queues;
        return writes === 1 && reads === 2 && background === 1;
      });
    });
    await Promise.all(waiting);
    expect(database.load()).toEqual({
      pools: {},
      queues: { transaction: 0, writes: 0, reads: 0, background: 0 },
    });
  });

  it("keeps a statement outside a transaction apart from its rollback", async () => {
    const order: string[] = [];
    let beside: Promise<unknown> | undefined;
    const work = database.kysely.transaction().execute(async (kysely) => {
      await add("inside", { kysely });
      beside = add("beside").then(() => order.push("beside"));
      await add("inside too", { kysely });
      order.push("inside");
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    await beside;
    expect(order).toEqual(["inside", "beside"]);
    expect(await names()).toEqual(["beside"]);
  });

  it("runs transactions one after the other", async () => {
    const order: string[] = [];
    const work = (name: string) =>
      database.kysely.transaction().execute(async (kysely) => {
        order.push(`${name} begins`);
        await add(name, { kysely });
        await add(name, { kysely });
        order.push(`${name} ends`);
      });
    await Promise.all([work("first"), work("second")]);
    expect(order).toEqual([
      "first begins",
      "first ends",
      "second begins",
      "second ends",
    ]);
  });

  it("runs background work in the end, also one that waits for requests", async () => {
    const { rows } = await sql<{ n: number }>`select 1 as n`.execute(
      database.kysely,
    );
    await sql`insert into entries values ('import')`.execute(
      database.background,
    );
    expect(rows).toEqual([{ n: 1 }]);
    expect(await names()).toEqual(["import"]);
  });

  it("rolls back an abandoned transaction and runs the next statement", async () => {
    limits.idleTransaction = 100;
    let resume: () => void = () => undefined;
    const lost = new Promise<void>((resolve) => (resume = resolve));
    let tellBegun: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (tellBegun = resolve));
    const work = database.kysely.transaction().execute(async (kysely) => {
      await add("lost", { kysely });
      tellBegun();
      await lost;
      await add("too late", { kysely });
    });
    await begun;
    expect(await names()).toEqual([]);
    resume();
    await expect(work).rejects.toMatchObject({
      code: "database_transaction_expired",
    });
    expect(await names()).toEqual([]);
  });

  it("rejects the commit of an expired transaction", async () => {
    limits.idleTransaction = 100;
    const work = database.kysely.transaction().execute(async (kysely) => {
      await add("lost", { kysely });
      // Another statement runs once the transaction has expired.
      await names();
    });
    await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await names()).toEqual([]);
  });

  it("ends a transaction that takes too long", async () => {
    limits.transaction = 300;
    const work = database.kysely.transaction().execute(async (kysely) => {
      for (;;) await add("endless", { kysely });
    });
    await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await names()).toEqual([]);
  });

  it("rejects a statement that waits too long and never runs it", async () => {
    Object.assign(limits, { wait: 50, statement: 50 });
    const work = database.longRunning.transaction().execute(async (kysely) => {
      await add("inside", { kysely });
      const refused = add("refused");
      await expect(refused).rejects.toMatchObject({ code: "database_busy" });
      await expect(
        database.kysely
          .transaction()
          .execute((trx) => add("never", { kysely: trx })),
      ).rejects.toMatchObject({ code: "database_busy" });
    });
    await work;
    expect(await names()).toEqual(["inside"]);
  });

  it("rejects a statement that runs too long, then runs the next one", async () => {
    Object.assign(limits, { wait: 50, statement: 50 });
    const slow = sql`select pg_sleep(1)`;
    await expect(slow.execute(database.kysely)).rejects.toMatchObject({
      code: "database_busy",
    });
    const { rows } = await sql`select 1 as n`.execute(database.longRunning);
    expect(rows).toEqual([{ n: 1 }]);
  });
});
