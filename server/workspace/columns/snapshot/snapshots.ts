import { createHash, randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import {
  addAppState,
  type Database,
  type DatabaseLog,
} from "../../../platform/database";
import type { LoadedArea } from "../load/loadTable";
import { createColumnTable, type ColumnTable } from "../store/columnTable";
import { readSnapshot, writeSnapshot, type SnapshotKey } from "./snapshotFile";

/** Changes with a change number of that age may have lost their tombstones. */
const longestAgeMs = 5 * 24 * 3_600_000;
/** Changes when files of earlier programs can no longer be read. */
const format = 7;
const identityKey = "database_id";

type Loaded = { table: ColumnTable; version: bigint };

/** Keeps tables in files, so that a restart need not load them again. */
export type Snapshots = {
  /**
   * Returns the table of a snapshot, to be brought up to date from its version;
   * null if no snapshot fits.
   */
  read(
    area: LoadedArea,
    position: bigint,
    signal: AbortSignal,
  ): Promise<Loaded | null>;
  /**
   * Saves a table and returns whether that succeeded. A failure is logged, and the
   * former snapshot stays.
   */
  write(
    area: LoadedArea,
    loaded: Loaded,
    signal: AbortSignal,
  ): Promise<boolean>;
};

/** Makes the snapshots in a folder. */
export function createSnapshots(
  { database, log }: { database: Database; log: DatabaseLog },
  folder: string,
): Snapshots {
  let identity: Promise<{ key: string; now: number }> | undefined;
  const fileOf = ({ source, area }: LoadedArea) =>
    path.join(folder, `${source.table}-${source.row}-${area}.columns`);
  const keyOf = async (area: LoadedArea): Promise<SnapshotKey> => {
    identity ??= identify(database);
    identity.catch(() => {
      identity = undefined;
    });
    return {
      columns: columnsKey(database, area),
      database: (await identity).key,
    };
  };

  return {
    read: async (area, position, signal) => {
      const key = await keyOf(area);
      const found = await readSnapshot(fileOf(area), key, signal);
      if (!found) return null;
      const { now } = await identify(database);
      const version = BigInt(found.version);
      const age = now - found.savedAt;
      // A database that was restored from a backup has lower numbers.
      if (version > position || age < 0 || age > longestAgeMs) return null;
      const names = area.columns.map(({ name }) => name);
      return { table: createColumnTable(names, found.table), version };
    },
    write: async (area, { table, version }, signal) => {
      const view = table.view();
      const file = fileOf(area);
      try {
        await mkdir(folder, { recursive: true });
        const values = view.used.map((counts, column) =>
          table.dictionary(column).values.slice(0, counts.length),
        );
        const snapshot = {
          key: await keyOf(area),
          version: String(version),
          savedAt: (await identify(database)).now,
          table: { view, values },
        };
        await writeSnapshot(file, snapshot, signal);
        return true;
      } catch (error) {
        log.warn({ err: error, area: area.area }, "an index was not saved");
        return false;
      }
    },
  };
}

/** Returns a text that differs for other columns or other SQL of a column. */
function columnsKey({ kysely }: Database, { columns }: LoadedArea): string {
  const hash = createHash("sha256").update(String(format));
  for (const { name, value } of columns) {
    const { sql: text, parameters } = value.compile(kysely);
    hash.update(JSON.stringify([name, text, parameters]));
  }
  return hash.digest("hex");
}

/** Returns what tells databases apart, also from a copy of an earlier time. */
async function identify({
  kysely,
}: Database): Promise<{ key: string; now: number }> {
  // Embedded databases begin as copies of one template, so each gets an id.
  await addAppState(kysely, identityKey, randomUUID());
  const { rows } = await sql<{ key: string; now: number }>`
    select concat_ws('/', system.system_identifier, checkpoint.timeline_id,
        (select oid from pg_database where datname = current_database()),
        (select value from app_state where key = ${identityKey})) as key,
      (extract(epoch from now()) * 1000)::float8 as now
    from pg_control_system() as system, pg_control_checkpoint() as checkpoint`.execute(
    kysely,
  );
  const [found] = rows;
  if (!found) throw new Error("The database has no identity");
  return found;
}
