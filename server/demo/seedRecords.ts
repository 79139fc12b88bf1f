import { sql } from "kysely";
import { addDays, japanDay } from "../../domain/japanTime";
import { addAppState, inTransaction } from "../platform/database";
import type { Context } from "../workspace/context";
import { addRecords } from "../workspace/records";
import { demoManager } from "./bidPlan";
import records from "./records.json";

const key = "demo records";

/** Days of announcements are counted from today. */
const dayFields = ["from", "until"];

/**
 * Adds the demo's freight rates and announcements once, in the name of the demo
 * manager. Later calls do nothing, so that removed rows stay removed.
 */
export async function seedRecords({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<void> {
  const at = clock.now();
  await inTransaction({ kysely: database.longRunning }, async (trx) => {
    // Servers that start together would otherwise add the same rows.
    await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(trx);
    const manager = await trx
      .selectFrom("users")
      .select(["id", "full_name"])
      .where("email_key", "=", demoManager)
      .executeTakeFirst();
    if (!manager) return;
    const isFirst = await addAppState(trx, key, JSON.stringify({ at }));
    if (!isFirst) return;
    const author = { userId: manager.id, userName: manager.full_name, at };
    for (const [row, rows] of Object.entries(records))
      await addRecords(trx, {
        row,
        rows: rows.map((data) => withDays(data, japanDay(at))),
        author,
      });
  });
}

const withDays = (
  data: Readonly<Record<string, unknown>>,
  today: string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === "number" && dayFields.includes(name)
        ? addDays(today, value)
        : value,
    ]),
  );
