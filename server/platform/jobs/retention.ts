import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { sql, type RawBuilder } from "kysely";
import type { Clock } from "../clock";
import type { Database, Tables } from "../database";
import { repeatUntilDone, type Job } from "./job";

type RuleOf<Table extends keyof Tables> = {
  table: Table;
  /** The column of the time from which the age of a row counts. It has an index. */
  since: keyof Tables[Table] & string;
  days: number;
  /** Only rows that meet the condition end. */
  where?: RawBuilder<boolean>;
  /** The key of the row's file in the storage, or null. The file ends with the row. */
  file?: RawBuilder<string | null>;
};

/** Says how long the rows of a table are kept. */
export type RetentionRule = {
  [Table in keyof Tables]: RuleOf<Table>;
}[keyof Tables];

/** Says how long files in a folder of the program are kept. */
export type FolderRule = { folder: string; name: RegExp; days: number };

/** Rows that are deleted in one transaction, which takes a few milliseconds. */
const chunkSize = 500;
const day = 24 * 3_600_000;

/**
 * Makes the job that deletes old rows and files. A row whose lock another transaction
 * holds waits for the next run, so that the job blocks no request and several servers share
 * the work. Rules that fail are named in the job's error after all others have run.
 */
export const retentionJob = (
  { database, clock, storage }: RetentionContext,
  {
    rows,
    folders,
  }: { rows: readonly RetentionRule[]; folders: readonly FolderRule[] },
): Job => ({
  name: "remove-expired",
  everySeconds: 3_600,
  run: async (signal) => {
    const now = clock.now().getTime();
    const failed: string[] = [];
    let cause: unknown;
    let removed = 0;
    const add = async (name: string, work: () => Promise<number>) => {
      try {
        removed += await work();
      } catch (error) {
        failed.push(name);
        cause ??= error;
      }
    };
    for (const rule of rows)
      await add(rule.table, () => {
        const before = new Date(now - rule.days * day);
        return repeatUntilDone(signal, () =>
          rule.file
            ? removeWithFiles({ database, storage, signal }, rule, before)
            : removeRows(database, rule, before),
        );
      });
    for (const { folder, name, days } of folders)
      await add(folder, () =>
        removeOldFiles(folder, { name, before: new Date(now - days * day) }),
      );
    if (failed.length > 0)
      throw new Error(`Not removed: ${failed.join(", ")}`, { cause });
    return removed;
  },
});

export type RetentionContext = {
  database: Pick<Database, "background">;
  clock: Clock;
  /** Where the files of rows are. */
  storage: { remove(key: string): Promise<void> };
};

const isOver = ({ since, where }: RetentionRule, before: Date) =>
  sql<boolean>`${sql.ref(since)} < ${before}
    and ${where ?? sql<boolean>`true`}`;

/** Deletes the oldest rows, and returns null when none is left. */
async function removeRows(
  { background }: Pick<Database, "background">,
  rule: RetentionRule,
  before: Date,
): Promise<number | null> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(rule.table)} where ctid = any (array(
      select ctid ${unlocked(rule, isOver(rule, before))}))`.execute(
    background,
  );
  return Number(numAffectedRows ?? 0n) || null;
}

/** Finds the oldest rows whose lock no other transaction holds. */
const unlocked = (
  { table, since }: RetentionRule,
  condition: RawBuilder<boolean>,
) => sql`from ${sql.table(table)} where ${condition}
  order by ${sql.ref(since)} limit ${sql.lit(chunkSize)} for update skip locked`;

/**
 * Deletes the oldest rows with their files. The file goes first: a row without its file
 * is deleted by the next run, but a file without its row would stay for ever. A row that
 * was renewed since the rows were read has another `ctid` and stays, with its file. A file
 * that cannot be removed fails the job once the rows after it have been removed.
 */
async function removeWithFiles(
  {
    database: { background },
    storage,
    signal,
  }: Pick<RetentionContext, "database" | "storage"> & { signal: AbortSignal },
  rule: RetentionRule,
  before: Date,
): Promise<number | null> {
  const { rows } = await sql<{ place: string; file: string | null }>`
    select ctid::text as place, ${rule.file ?? sql`null`} as file
    ${unlocked(rule, isOver(rule, before))}`.execute(background);
  let removed = 0;
  const failed: unknown[] = [];
  for (const { place, file } of rows) {
    if (signal.aborted) break;
    const same = unlocked(
      rule,
      sql`ctid = ${place}::tid and ${isOver(rule, before)}`,
    );
    if (file !== null) {
      const found = await sql`select ${same}`.execute(background);
      if (found.rows.length === 0) continue;
      try {
        await storage.remove(file);
      } catch (error) {
        failed.push(error);
        continue;
      }
    }
    const { numAffectedRows } = await sql`
      delete from ${sql.table(rule.table)}
      where ctid = any (array(select ctid ${same}))`.execute(background);
    removed += Number(numAffectedRows ?? 0n);
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} files stay`, { cause: failed[0] });
  return rows.length === 0 ? null : removed;
}

/** Deletes the files of a folder that match and are older, and returns their number. */
async function removeOldFiles(
  folder: string,
  { name, before }: { name: RegExp; before: Date },
): Promise<number> {
  let removed = 0;
  for (const entry of await entriesOf(folder)) {
    const file = path.join(folder, entry);
    if (!name.test(entry) || (await stat(file)).mtime >= before) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}

/** A folder that does not exist has no entries. */
async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return [];
    throw error;
  }
}
