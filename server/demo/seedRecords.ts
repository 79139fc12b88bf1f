import { sql } from "kysely";
import { addDays, japanDay } from "../../domain/japanTime";
import { addProductionMonths } from "../catalog";
import { addAppState, inTransaction } from "../platform/database";
import type { Context } from "../workspace/context";
import { addRecords } from "../workspace/records";
import { readDemoText, type FeedRow } from "./demoData";
import { readDemoValue, saveDemoValue } from "./demoValues";

const recordsKey = "demo records";
const productionKey = "demo production months";

/** Days of announcements are counted from today. */
const dayFields = ["from", "until"];

type SeedContext = Pick<Context, "root" | "database" | "clock">;

/**
 * Adds the demo's freight rates and announcements once, in the name of the demo
 * manager. Later calls do nothing, so that removed rows stay removed.
 */
export async function seedRecords({
  root,
  database,
  clock,
}: SeedContext): Promise<void> {
  const at = clock.now();
  await inTransaction({ kysely: database.longRunning }, async (trx) => {
    // Servers that start together would otherwise add the same rows.
    await sql`select pg_advisory_xact_lock(hashtext(${recordsKey}))`.execute(
      trx,
    );
    const manager = await trx
      .selectFrom("users")
      .select(["id", "full_name"])
      .where("email_key", "=", readDemoText(root, "bids").manager)
      .executeTakeFirst();
    if (!manager) return;
    const value = JSON.stringify({ at });
    const isFirst = await addAppState(trx, recordsKey, value);
    if (!isFirst) return;
    const author = { userId: manager.id, userName: manager.full_name, at };
    const records = readDemoText(root, "records");
    for (const [row, rows] of Object.entries(records))
      await addRecords(trx, {
        row,
        rows: rows.map((data) => withDays(data, japanDay(at))),
        author,
      });
  });
}

const withDays = (data: FeedRow, today: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === "number" && dayFields.includes(name)
        ? addDays(today, value)
        : value,
    ]),
  );

/** Fills the table of production months for the chassis codes of the demo, once. */
export async function seedProductionMonths({
  root,
  database,
}: Pick<SeedContext, "root" | "database">): Promise<void> {
  if (await readDemoValue(database, productionKey)) return;
  const ranges = readDemoText(root, "production");
  await addProductionMonths(database, ranges);
  await saveDemoValue(database, productionKey, { codes: ranges.length });
}
