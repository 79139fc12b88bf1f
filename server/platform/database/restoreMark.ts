import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Database } from "./database";

/** A restore is running or was cut off. The message is for the operator. */
export class RestoreUnfinished extends Error {
  constructor(backup: string) {
    super(
      `The restore of the backup made at ${backup} has not finished, so the data are incomplete. Run it again: npm run restore -- FOLDER`,
    );
    this.name = "RestoreUnfinished";
  }
}

/** Says that a restore has begun. It names the backup by the time it was made at. */
export type RestoreMark = {
  /** Returns the backup, or null if no restore is unfinished. */
  read(): Promise<string | null>;
  write(backup: string): Promise<void>;
  remove(): Promise<void>;
};

/** The mark of an embedded database, whose files may be incomplete. */
export function markInFolder(dataDirectory: string): RestoreMark {
  const file = path.join(dataDirectory, "unfinished-restore");
  return {
    read: () =>
      readFile(file, "utf8").catch((error: unknown) => {
        if (
          error instanceof Error &&
          "code" in error &&
          error.code === "ENOENT"
        )
          return null;
        throw error;
      }),
    write: (backup) => writeFile(file, backup, { mode: 0o600, flush: true }),
    remove: () => rm(file),
  };
}

/** The mark of a database on PostgreSQL, which several servers may open. */
export function markInDatabase({
  longRunning,
}: Pick<Database, "longRunning">): RestoreMark {
  return {
    read: async () => {
      const found = await sql<{ exists: boolean }>`
        select to_regclass('unfinished_restore') is not null as exists
      `.execute(longRunning);
      if (found.rows[0]?.exists !== true) return null;
      const { rows } = await sql<{ backup: string }>`
        select backup from unfinished_restore`.execute(longRunning);
      return rows[0]?.backup ?? null;
    },
    write: async (backup) => {
      await sql`create table unfinished_restore as
        select ${backup}::text as backup`.execute(longRunning);
    },
    remove: async () => {
      await sql`drop table unfinished_restore`.execute(longRunning);
    },
  };
}

/** Throws RestoreUnfinished. */
export async function assertRestored(
  mark: Pick<RestoreMark, "read">,
): Promise<void> {
  const backup = await mark.read();
  if (backup !== null) throw new RestoreUnfinished(backup);
}
