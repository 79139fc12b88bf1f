import { sql } from "kysely";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrations } from "../../server/migrations";
import { migrate, openDatabase } from "../../server/platform/database";
import type { Database } from "../../server/platform/database";
import { openEmbedded } from "../../server/platform/database/embedded/openEmbedded";
import { silentLog } from "./memoryLog";

const cache = "node_modules/.cache/seriba";

/** A new PGlite in memory, empty or from a dump. The caller closes it. */
export function openInMemory(
  options: Pick<Parameters<typeof openEmbedded>[0], "template" | "limits"> = {},
) {
  return openEmbedded({
    dataDirectory: ":memory:",
    log: silentLog,
    hasMaintenance: false,
    ...options,
  });
}

/**
 * Returns a new data directory with a migrated embedded database, a copy of a
 * directory that is kept for later runs. The caller removes it.
 */
export async function newDataDirectory(): Promise<string> {
  const prepared = path.join(cache, `data-${templateKey()}`);
  if (!existsSync(prepared)) await prepareDataDirectory(prepared);
  const copy = mkdtempSync(path.join(tmpdir(), "seriba-data-"));
  cpSync(prepared, copy, { recursive: true });
  return copy;
}

async function prepareDataDirectory(prepared: string): Promise<void> {
  const unfinished = `${prepared}.${process.pid}`;
  const database = await openDatabase({
    dataDirectory: unfinished,
    log: silentLog,
  });
  await migrate(database, migrations);
  await dropUnusedDatabases(database);
  await database.close();
  try {
    renameSync(unfinished, prepared);
  } catch {
    // Another worker was faster.
    rmSync(unfinished, { recursive: true });
  }
}

/** PostgreSQL's own templates are two thirds of the files to copy. */
async function dropUnusedDatabases({ kysely }: Database): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(kysely);
  for (const name of ["template0", "template1"])
    await sql`drop database ${sql.id(name)}`.execute(kysely);
}

/** Returns a dump of a migrated PGlite, kept for later runs with these migrations. */
export async function embeddedTemplate(): Promise<Uint8Array> {
  const file = path.join(cache, `database-${templateKey()}.tar`);
  if (existsSync(file)) return readFileSync(file);
  const dataDirectory = await newDataDirectory();
  const database = await openEmbedded({
    ...{ dataDirectory, log: silentLog },
    hasMaintenance: false,
  });
  const dump = await database.dump();
  await database.close();
  rmSync(dataDirectory, { recursive: true });
  mkdirSync(cache, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, dump);
  renameSync(unfinished, file);
  return dump;
}

function templateKey(): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify(migrations));
  hash.update(readFileSync("node_modules/@electric-sql/pglite/package.json"));
  return hash.digest("hex").slice(0, 16);
}
