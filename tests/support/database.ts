import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { migrate, openDatabase } from "../../server/platform/database";
import type { Database } from "../../server/platform/database";
import type { DatabaseLog } from "../../server/platform/database/database";
import { openEmbedded } from "../../server/platform/database/embedded/openEmbedded";
import { hasPostgres, startPostgres } from "./postgres";
import type { Postgres } from "./postgres";

const migrations = "server/platform/database/migrations";
const cache = "node_modules/.cache/seriba";

/** A log that keeps what it is told. */
export function memoryLog() {
  const lines: string[] = [];
  const write = (details: object, message: string) => {
    const error = "err" in details ? ` ${String(details.err)}` : "";
    lines.push(message + error);
  };
  const log: DatabaseLog = { info: write, warn: write, error: write };
  return { log, lines };
}

/** A new migrated database in memory. The caller closes it. */
export async function testDatabase(): Promise<Database> {
  return openInMemory(await migratedTemplate());
}

/**
 * The same suite on PGlite and on PostgreSQL. `open` makes a new migrated
 * database, closed when the suite ends.
 */
export function eachDatabase(
  name: string,
  suite: (open: () => Promise<Database>) => void,
): void {
  describe(`${name} (PGlite)`, () => {
    suite(closingAtEnd(testDatabase));
  });
  const reason = hasPostgres ? "" : ", skipped: it is not installed";
  describe.skipIf(!hasPostgres)(`${name} (PostgreSQL${reason})`, () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());
    suite(
      closingAtEnd(async () => {
        const database = await openDatabase({
          url: await postgres.createDatabase(),
          dataDirectory: ":memory:",
          log: memoryLog().log,
        });
        await migrate(database);
        return database;
      }),
    );
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

function openInMemory(template?: Uint8Array) {
  return openEmbedded({
    dataDirectory: ":memory:",
    log: memoryLog().log,
    hasMaintenance: false,
    template,
  });
}

/** Made once for each state of the migrations, and kept for later runs. */
async function migratedTemplate(): Promise<Uint8Array> {
  const path = join(cache, `database-${templateKey()}.tar`);
  if (existsSync(path)) return readFileSync(path);
  const database = await openInMemory();
  await migrate(database);
  const dump = await database.dump();
  await database.close();
  mkdirSync(cache, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, dump);
  renameSync(unfinished, path);
  return dump;
}

function templateKey(): string {
  const hash = createHash("sha256");
  const files = readdirSync(migrations).sort();
  for (const file of files) hash.update(readFileSync(join(migrations, file)));
  hash.update(readFileSync("node_modules/@electric-sql/pglite/package.json"));
  return hash.digest("hex").slice(0, 16);
}
