import { sql } from "kysely";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, describe, it } from "vitest";
import { migrations } from "../../../../server/migrations";
import {
  collectMigrations,
  migrate,
  type Database,
} from "../../../../server/platform/database";
import { eachDatabase } from "../../../support/database";

eachDatabase("migrations", (open, kind) => {
  it("run once each, even when several programs start together", async () => {
    const database = await open();
    await forget(database);
    await Promise.all([
      migrate(database, migrations),
      migrate(database, migrations),
    ]);
    await migrate(database, migrations);
    expect(await applied(database)).toEqual(Object.keys(migrations));
    const { rows } = await sql`select count(*) as n from lots`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ n: "0" }]);
  });

  it("refuse a database of an unreleased revision, and name the way out", async () => {
    const database = await open();
    await sql`update kysely_migration set name = '001_foundation'
      where name = '001_platform'`.execute(database.kysely);
    await sql`insert into kysely_migration values ('052_security_actor', '')`.execute(
      database.kysely,
    );
    const before = await applied(database);
    const setting =
      kind === "embedded"
        ? "DATA_DIRECTORY to a new folder"
        : "DATABASE_URL to an empty database";
    await expect(migrate(database, migrations)).rejects.toThrow(
      `The database was made by an unreleased revision of Seriba, before 0.2.0, and cannot be upgraded. Set ${setting}`,
    );
    expect(await applied(database)).toEqual(before);
  });

  it("refuse a database of a later version", async () => {
    const database = await open();
    await sql`insert into kysely_migration values ('999_later', '')`.execute(
      database.kysely,
    );
    await expect(migrate(database, migrations)).rejects.toThrow(
      "The database was made by a later version of Seriba",
    );
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
      insert into users (id, email, email_key, password_hash, full_name, user_type,
        user_level, role_id, created_at)
      overriding system value values (1, 'a@b.example', 'a@b.example', '', 'A', 1, 1, 1, now())
    `.execute(database.kysely);
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
  it("has the migrations of every area, in the order of their numbers", () => {
    const names = readdirSync("server")
      .map((area) => `server/${area}/migrations.ts`)
      .filter((file) => existsSync(file))
      .flatMap((file) => [
        ...readFileSync(file, "utf8").matchAll(/"(\d{3}_\w+)": \[/g),
      ])
      .map(([, name]) => name);
    expect(Object.keys(migrations)).toEqual(names.sort());
    expect(names).toContain("001_platform");
  });

  it("is sorted by number, whichever area comes first", () => {
    const collected = collectMigrations([
      { "002_low": ["a"], "010_low": ["b"] },
      { "009_high": ["c"] },
    ]);
    expect(Object.keys(collected)).toEqual(["002_low", "009_high", "010_low"]);
  });

  it("refuses two migrations with one number, and a name without a number", () => {
    expect(() =>
      collectMigrations([{ "002_low": [] }, { "002_high": [] }]),
    ).toThrow("Migrations 002_low and 002_high have the same number");
    expect(() => collectMigrations([{ lots: [] }])).toThrow(
      "Migration lots has no name like 004_catalog",
    );
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
