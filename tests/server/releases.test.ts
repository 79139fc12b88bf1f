import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { describe, expect, inject, it } from "vitest";
import manifest from "../../package.json";
import { placeBid } from "../../server/bidding/placeBid";
import { findViewer } from "../../server/identity";
import { migrations } from "../../server/migrations";
import { runTool } from "../../server/operations/backup/pgTools";
import { findAccount } from "../../server/payments";
import {
  appliedMigrations,
  migrate,
  type Database,
} from "../../server/platform/database";
import { openServer } from "../../server/platform/database/server/openServer";
import { signIn, testApp } from "../support/app";
import { testDatabase } from "../support/database";
import { templates } from "../support/databaseTemplates";
import { silentLog } from "../support/memoryLog";
import { createDatabase, dropDatabase, hasPostgres } from "../support/postgres";
import { addLot, bidOn, contextOf, noon } from "./bidding/support";

// The databases of released versions, which today's program must open and upgrade.
// STORE_RELEASE=1 writes the database of the present version before its release.
const folder = "tests/fixtures/releases";

const email = "client@seriba.test";
const amount = 350_000;

/** Writes the database of this version: demo accounts, a lot, and a bid with a message. */
async function storeRelease(): Promise<void> {
  const url = await createDatabase(inject("postgresUrl"), {
    template: templates.accounts,
  });
  const database = openServer({ url, log: silentLog });
  const { context } = contextOf(database);
  const { id } = await database.kysely
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const viewer = await findViewer(database.kysely, id);
  if (!viewer) throw new Error(`${email} cannot sign in`);
  const lot = await addLot(database, { startPrice: 300_000 });
  await placeBid(context, {
    client: { viewer, fullName: "Client" },
    body: bidOn(lot, { amount, bidType: 1, comment: "Please" }),
    key: null,
  });
  const written = mkdtempSync(path.join(tmpdir(), "seriba-release-"));
  const file = path.join(written, "release.sql");
  await database.close();
  const options = [
    "--no-owner",
    "--no-privileges",
    "--inserts",
    "--file",
    file,
  ];
  await runTool("pg_dump", { url, server: 15, options });
  const text = readFileSync(file, "utf8");
  rmSync(written, { recursive: true });
  // Other versions of PostgreSQL do not know all settings and commands of psql.
  const lines = text
    .split("\n")
    .filter(
      (line) =>
        line !== "" &&
        !/^(?:--|SET |\\|SELECT pg_catalog.set_config)/.test(line),
    );
  writeFileSync(
    path.join(folder, `${manifest.version}.sql`),
    `${lines.join("\n")}\n`,
  );
  await dropDatabase(url);
}

if (process.env.STORE_RELEASE !== undefined) await storeRelease();

/** Returns the columns, indexes and constraints of a database. */
async function schemaOf({ kysely }: Database): Promise<unknown> {
  const columns = await sql`
    select table_name, column_name, data_type, is_nullable, column_default,
      is_identity, generation_expression
    from information_schema.columns where table_schema = 'public'
    order by table_name, column_name`.execute(kysely);
  const indexes = await sql`
    select indexdef from pg_indexes where schemaname = 'public'
    order by indexdef`.execute(kysely);
  const constraints = await sql`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as rule
    from pg_constraint where connamespace = 'public'::regnamespace
    order by 1, 2`.execute(kysely);
  return [columns.rows, indexes.rows, constraints.rows];
}

async function load(url: string, text: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}

describe.skipIf(!hasPostgres)("a database of an earlier release", () => {
  it.each(readdirSync(folder))("%s is upgraded and used", async (file) => {
    const url = await createDatabase(inject("postgresUrl"));
    await load(url, readFileSync(path.join(folder, file), "utf8"));
    const database = openServer({ url, log: silentLog });
    await migrate(database, migrations);
    expect(await appliedMigrations(database)).toEqual(Object.keys(migrations));
    const fresh = await testDatabase();
    expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
    await fresh.close();
    const server = await testApp({ now: noon, database });
    const session = await signIn(server, "client");
    const bids = await server.call({ url: "/api/lists/my-bids", ...session });
    expect(bids.json()).toMatchObject({
      cars: [{ bidAmount: amount, bidStatus: 1, maker: "TOYOTA" }],
    });
    const account = await findAccount(database.kysely, server.ids[email] ?? "");
    expect(account).toMatchObject({ activeBids: amount });
  });
});
