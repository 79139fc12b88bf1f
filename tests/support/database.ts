import { afterAll, describe, inject } from "vitest";
import type { Database } from "../../server/platform/database";
import { limitsWithin } from "../../server/platform/database/database";
import { openServer } from "../../server/platform/database/server/openServer";
import { embeddedTemplate, openInMemory } from "./dataDirectory";
import { templates, type Template } from "./databaseTemplates";
import { silentLog } from "./memoryLog";
import { createDatabase, dropDatabase, hasPostgres } from "./postgres";

/** Seconds for a request: a busy machine must not look like a slow database. */
export const patience = 100;
const limits = limitsWithin(patience * 1_000);

export { embeddedTemplate, newDataDirectory } from "./dataDirectory";
export { memoryLog } from "./memoryLog";

/**
 * A new migrated database on the PostgreSQL of this run, or on PGlite in memory
 * where PostgreSQL is not installed. The caller closes it.
 */
export async function testDatabase(
  template: Template = "empty",
): Promise<Database> {
  const url = inject("postgresUrl");
  if (url === "") return embeddedTestDatabase();
  const own = await createDatabase(url, { template: templates[template] });
  const database = openServer({ url: own, log: silentLog, limits });
  return {
    ...database,
    async close() {
      await database.close();
      await dropDatabase(own);
    },
  };
}

/**
 * Settings of a program over a new migrated database on the PostgreSQL of this
 * run, which starts faster than PGlite; over PGlite in memory without one.
 */
export async function programDatabase(): Promise<Record<string, string>> {
  const url = inject("postgresUrl");
  const data = { DATA_DIRECTORY: ":memory:" };
  if (url === "") return data;
  const template = templates.empty;
  return { ...data, DATABASE_URL: await createDatabase(url, { template }) };
}

/** A new migrated PGlite in memory. The caller closes it. */
async function embeddedTestDatabase(): Promise<Database> {
  return openInMemory({
    template: await embeddedTemplate(),
    limits,
  });
}

/**
 * The same suite on PGlite and on PostgreSQL, for code that could differ
 * between them. `open` makes a new migrated database, closed when the suite
 * ends.
 */
export function eachDatabase(
  name: string,
  suite: (open: () => Promise<Database>, kind: Database["kind"]) => void,
): void {
  describe(`${name} (PGlite)`, () => {
    suite(closingAtEnd(embeddedTestDatabase), "embedded");
  });
  const reason = hasPostgres ? "" : ", skipped: it is not installed";
  describe.skipIf(!hasPostgres)(`${name} (PostgreSQL${reason})`, () => {
    suite(closingAtEnd(testDatabase), "server");
  });
}

/** The suite over the database of this run, closed when the suite ends. */
export function onDatabase(
  name: string,
  suite: (open: () => Promise<Database>) => void,
): void {
  describe(name, () => {
    suite(closingAtEnd(testDatabase));
  });
}

function closingAtEnd(open: () => Promise<Database>) {
  const opened: Database[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
  });
  return async () => {
    const database = await open();
    opened.push(database);
    return database;
  };
}
