import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../../../server/platform/database";
import type { Database } from "../../../../server/platform/database";
import { StatementBesideTransaction } from "../../../../server/platform/database/besideTransaction";
import { eachDatabase } from "../../../support/database";

const one = () => sql<{ one: number }>`select 1 as one`;

eachDatabase("a statement beside its own transaction", (open) => {
  let database: Database;
  let other: Database;
  beforeAll(async () => {
    [database, other] = await Promise.all([open(), open()]);
  });

  it.each(["kysely", "longRunning", "background", "held"] as const)(
    "is refused at once on %s, and rolls back the transaction",
    async (name) => {
      const table = sql.id(`refused_${name}`);
      const work = inTransaction(database, async (trx) => {
        await sql`create table ${table} (id integer)`.execute(trx);
        await one().execute(database[name]);
      });
      await expect(work).rejects.toThrow(StatementBesideTransaction);
      await expect(
        sql`select * from ${table}`.execute(database.kysely),
      ).rejects.toMatchObject({ code: "42P01" });
    },
  );

  it("is refused in a transaction inside the transaction", async () => {
    const work = inTransaction(database, () =>
      inTransaction(database, (trx) => one().execute(trx)),
    );
    await expect(work).rejects.toThrow(StatementBesideTransaction);
  });

  it("is refused in a transaction of another database inside the transaction", async () => {
    const work = inTransaction(database, () =>
      inTransaction(other, () => one().execute(database.kysely)),
    );
    await expect(work).rejects.toThrow(StatementBesideTransaction);
  });

  it("is not a statement of another database", async () => {
    const { rows } = await inTransaction(database, () =>
      one().execute(other.kysely),
    );
    expect(rows).toEqual([{ one: 1 }]);
  });

  it("is not a statement of work that goes on after the transaction", async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let goingOn: Promise<{ rows: unknown[] }> | undefined;
    await inTransaction(database, (trx) => {
      goingOn = ended.then(() => one().execute(database.kysely));
      return one().execute(trx);
    });
    end();
    expect((await goingOn)?.rows).toEqual([{ one: 1 }]);
  });

  it("is not a statement of others at the same time", async () => {
    let beside: Promise<{ rows: unknown[] }> | undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const others = begun.then(() => {
      beside = one().execute(database.kysely);
    });
    await inTransaction(database, async (trx) => {
      begin();
      await others;
      await one().execute(trx);
    });
    expect((await beside)?.rows).toEqual([{ one: 1 }]);
  });
});
