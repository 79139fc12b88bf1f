import { sql } from "kysely";
import { readdirSync } from "node:fs";
import { expect, describe, it } from "vitest";
import { migrate, type Database } from "../../../../server/platform/database";
import { migrations } from "../../../../server/platform/database/migrations";
import { money } from "../../../../server/platform/database/migrations/019_money";
import { lotIdentity } from "../../../../server/platform/database/migrations/016_lot_identity";
import { eachDatabase } from "../../../support/database";

eachDatabase("migrations", (open) => {
  it("run once each, even when several programs start together", async () => {
    const database = await open();
    await forget(database);
    await Promise.all([migrate(database), migrate(database)]);
    await migrate(database);
    expect(await applied(database)).toEqual(Object.keys(migrations));
    const { rows } = await sql`select count(*) as n from lots`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ n: "0" }]);
  });

  it("join a lot that was imported into two areas of its kind", async () => {
    const database = await open();
    const add = (area: string, sourceId: string, day: number, lotNo: string) =>
      database.kysely
        .insertInto("lots")
        .values({
          area,
          source: "test",
          source_id: sourceId,
          lot_no: lotNo,
          status: 0,
          images: "",
          extra: "{}",
          row_hash: lotNo,
          imported_at: new Date(Date.UTC(2026, 10, day)),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
    const early = await add("auction", "1", 18, "coming");
    await add("stats", "1", 20, "sold");
    const late = await add("bikes", "2", 20, "newer");
    await add("bike-stats", "2", 18, "older");
    const stock = await add("stock", "1", 18, "stock");
    await sql`drop table tombstones`.execute(database.kysely);
    for (const statement of lotIdentity)
      await sql.raw(statement).execute(database.kysely);
    const lots = await database.kysely
      .selectFrom("lots")
      .select(["area", "id", "lot_no"])
      .orderBy("id")
      .execute();
    expect(lots).toEqual([
      { area: "auction", id: early.id, lot_no: "sold" },
      { area: "bikes", id: late.id, lot_no: "newer" },
      { area: "stock", id: stock.id, lot_no: "stock" },
    ]);
  });

  it("turn balances into entries, and bids into holds and purchases", async () => {
    const database = await open();
    const { kysely } = database;
    const bids: [user: number, status: number, price: number | null][] = [
      [1, 1, null],
      [1, 2, 90],
      [1, 4, null],
      [1, 6, 80],
      [1, 6, null],
      [1, 6, 120],
      [2, 5, 50],
    ];
    await sql`drop table ledger_entries, holds, purchases`.execute(kysely);
    await sql`alter table accounts add column balance integer`.execute(kysely);
    await sql`insert into users (email, email_key, password_hash, full_name,
        user_type, user_level, role_id, created_at)
      select 'u' || n, 'u' || n, '', '', 2, 1064, 1064, now()
      from generate_series(1, 3) as n`.execute(kysely);
    await sql`insert into accounts (user_id, balance)
      values (1, 1000), (2, 0), (3, -500)`.execute(kysely);
    for (const [user, status, price] of bids)
      await sql`insert into bids (user_id, lot_area, lot_id, lot_no, lot_status,
          amount, bid_status, sold_price, placed_day, placed_at)
        values (${user}, 'auction', nextval('lot_ids'), '', 0,
          100, ${status}, ${price}, '2026-11-20', now())`.execute(kysely);
    for (const statement of money) await sql.raw(statement).execute(kysely);
    const rowsOf = async (query: string) =>
      (await sql.raw(query).execute(kysely)).rows.map((row) =>
        Object.values(row as object).join(" "),
      );
    expect(
      await rowsOf(`select user_id, debit, credit, amount, reason
        from ledger_entries order by user_id, id`),
    ).toEqual([
      "1 opening client 1080 opening",
      "1 client purchases 80 purchase",
      "3 client opening 500 opening",
    ]);
    expect(
      await rowsOf(`select user_id, sum(balance_change)
        from ledger_entries group by user_id order by user_id`),
    ).toEqual(["1 1000", "3 -500"]);
    expect(
      await rowsOf(`select bid_status, sold_price, state, holds.amount
        from holds join bids on bids.id = bid_id order by bid_id`),
    ).toEqual([
      "1  active 100",
      "2 90 active 100",
      "6 80 converted 100",
      "6  active 100",
      "6 120 active 100",
    ]);
    expect(
      await rowsOf(`select sold_price, purchases.status
        from purchases join bids on bids.id = bid_id order by bid_id`),
    ).toEqual(["80 ", " ", "120 "]);
  });

  it("leave room for the 32,768th name of each dictionary", async () => {
    const database = await open();
    const largestSmallint = 32_767;
    const ids = {
      house_id: largestSmallint + 1,
      maker_id: largestSmallint + 2,
      condition_id: largestSmallint + 3,
      gearbox_id: largestSmallint + 4,
      color_id: largestSmallint + 5,
    };
    const columns = Object.keys(ids) as (keyof typeof ids)[];
    await database.kysely
      .insertInto("lots")
      .values({
        ...ids,
        area: "auction",
        source: "test",
        source_id: "1",
        lot_no: "1",
        status: 0,
        images: "",
        extra: "{}",
        row_hash: "",
        imported_at: new Date("2026-11-20T00:00:00Z"),
      })
      .execute();
    await sql`
      insert into bids (user_id, lot_area, lot_id, lot_no, lot_status, amount,
        bid_status, placed_day, placed_at, ${sql.join(columns.map((name) => sql.ref(name)))})
      select 1, area, id, lot_no, status, 5000, 1, '2026-11-20', imported_at,
        ${sql.join(columns.map((name) => sql.ref(name)))}
      from lots
    `.execute(database.kysely);
    const bids = await database.kysely
      .selectFrom("bids")
      .select(columns)
      .execute();
    expect(bids).toEqual([ids]);
  });
});

describe("the list of migrations", () => {
  it("contains every file of the directory, in order", () => {
    const files = readdirSync("server/platform/database/migrations")
      .filter((file) => file !== "index.ts")
      .map((file) => file.replace(/\.ts$/, ""))
      .sort();
    expect(Object.keys(migrations)).toEqual(files);
  });
});

/** Removes everything from the database. */
async function forget(database: Database): Promise<void> {
  await sql`drop schema public cascade; create schema public`.execute(
    database.kysely,
  );
}

async function applied(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(database.kysely);
  return rows.map(({ name }) => name);
}
