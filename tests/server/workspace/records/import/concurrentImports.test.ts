import { beforeEach, describe, expect, it } from "vitest";
import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../../../server/platform/database";
import { awaitImport } from "../../../../../server/workspace/records/import/importQueries";
import { writeRecord } from "../../../../../server/workspace/records/recordQueries";
import { signIn, testApp } from "../../../../support/app";
import { declaredCopy } from "../../../../support/declaredCopy";
import { hasPostgres } from "../../../../support/postgres";
import { untilBlocked } from "../../../../support/untilBlocked";
import { declareTariffs, importCalls } from "./support";

const text = "port,place,price,from\nkobe,Mombasa,150,2027-01-01";

describe.skipIf(!hasPostgres)("an import beside other writers", async () => {
  const copy = declaredCopy();
  declareTariffs(copy);
  const server = await testApp({
    root: copy.root,
    now: "2026-11-28T10:00:00+09:00",
  });
  const { database } = server.context;
  const { apply, preview } = importCalls(
    server,
    await signIn(server, "manager"),
  );
  const author = { userId: "1", userName: "A manager", at: new Date() };
  const add = async (trx: Transaction<Tables>, place: string) => {
    await awaitImport(trx, "tariff");
    const after = { port: "kobe", place, price: 1, from: "2026-01-01" };
    const change = { row: "tariff", author, before: null, after };
    await writeRecord(trx, { ...change, uniqueKey: place, ownerId: null });
  };
  const begin = () => database.kysely.startTransaction().execute();
  const prices = async () =>
    (
      await database.kysely
        .selectFrom("records")
        .select("data")
        .where("row_schema", "=", "tariff")
        .orderBy("id")
        .execute()
    ).map(({ data }) => data.price);

  beforeEach(async () => {
    await database.kysely
      .deleteFrom("records")
      .where("row_schema", "=", "tariff")
      .execute();
  });

  it("is planned again after a write of another row, and keeps its key", async () => {
    const seen = await preview(text);
    const other = await begin();
    await sql`lock table records in access exclusive mode`.execute(other);
    const applied = apply(text, seen, { key: "planned-again" });
    await untilBlocked(database);
    await add(other, "Durban");
    await other.commit().execute();
    const reply = await applied;
    expect(reply.statusCode).toBe(200);
    const again = await apply(text, seen, { key: "planned-again" });
    expect(again.json()).toEqual(reply.json());
    expect(await prices()).toEqual([1, 150]);
  });

  it("waits for open writes before it is planned, even if later writes are committed", async () => {
    const seen = await preview(text);
    const slow = await begin();
    await add(slow, "Mombasa");
    const fast = await begin();
    await add(fast, "Durban");
    await fast.commit().execute();
    const applied = apply(text, seen);
    await untilBlocked(database);
    await slow.commit().execute();
    const reply = await applied;
    expect(reply.json()).toMatchObject({ messageCode: "import_changed" });
    expect(await prices()).toEqual([1, 1]);
  });
});
