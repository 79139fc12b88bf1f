import { sql } from "kysely";
import { readdirSync } from "node:fs";
import { expect, describe, it } from "vitest";
import { migrate, type Database } from "../../../../server/platform/database";
import { migrations } from "../../../../server/platform/database/migrations";
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
