import { sql } from "kysely";
import { readdirSync } from "node:fs";
import { expect, describe, it } from "vitest";
import { migrate } from "../../../../server/platform/database";
import type { Database } from "../../../../server/platform/database";
import { migrations } from "../../../../server/platform/database/migrations";
import { eachDatabase } from "../../../support/database";

eachDatabase("migrations", (open) => {
  it("run once each, however often and by however many programs", async () => {
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
});

describe("the list of migrations", () => {
  it("names every file of the directory, in order", () => {
    const files = readdirSync("server/platform/database/migrations")
      .filter((file) => file !== "index.ts")
      .map((file) => file.replace(/\.ts$/, ""))
      .sort();
    expect(Object.keys(migrations)).toEqual(files);
  });
});

/** An empty database again. */
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
