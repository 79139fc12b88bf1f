import { sql } from "kysely";
import { openDatabase } from "../../../../../server/platform/database";

/**
 * Opens the database and prints `ready`. Then inserts pairs of equal marks, each
 * pair in a transaction, and prints a mark once its transaction is committed.
 */
const [dataDirectory = "", count = "0"] = process.argv.slice(2);
const silent = () => undefined;

try {
  const database = await openDatabase({
    url: process.env.DATABASE_URL,
    dataDirectory,
    log: { info: silent, warn: silent, error: silent },
  });
  const { kysely } = database;
  await sql`create table if not exists marks (mark integer)`.execute(kysely);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(mark), 0)::integer as last from marks
  `.execute(kysely);
  const last = rows[0]?.last ?? 0;
  process.stdout.write("ready\n");
  for (let mark = last + 1; mark <= last + Number(count); mark += 1) {
    await kysely.transaction().execute(async (transaction) => {
      await sql`insert into marks values (${mark})`.execute(transaction);
      await sql`insert into marks values (${mark})`.execute(transaction);
    });
    process.stdout.write(`${mark}\n`);
  }
  process.stdin.resume();
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : "failed");
  process.exitCode = 1;
}
