import { sql } from "kysely";
import { readdirSync } from "node:fs";
import { expect, describe, it } from "vitest";
import { migrate, type Database } from "../../../../server/platform/database";
import { migrations } from "../../../../server/platform/database/migrations";
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
