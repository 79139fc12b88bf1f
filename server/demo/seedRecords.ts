import { addDays, japanDay } from "../../domain/japanTime";
import { addProductionMonths } from "../catalog";
import type { Context } from "../workspace/context";
import { addRecords, uniqueKeyOf } from "../workspace/records";
import { readDemoText, type FeedRow } from "./demoData";
import { seedOnce } from "./demoValues";

/** Days of announcements are counted from today. */
const dayFields = ["from", "until"];

type SeedContext = Pick<
  Context,
  "root" | "database" | "clock" | "schemas" | "workspace"
>;

/**
 * Adds the demo's freight rates and announcements once, in the name of the demo
 * manager. Later calls do nothing, so that removed rows stay removed.
 */
export const seedRecords = ({
  root,
  database,
  clock,
  schemas,
  workspace,
}: SeedContext): Promise<void> =>
  seedOnce(database, "demo records", async (trx) => {
    const at = clock.now();
    const manager = await trx
      .selectFrom("users")
      .select(["id as userId", "full_name as userName"])
      .where("email_key", "=", readDemoText(root, "bids").manager)
      .executeTakeFirst();
    if (!manager) return false;
    const author = { ...manager, at };
    const records = readDemoText(root, "records");
    for (const [row, rows] of Object.entries(records)) {
      const resource = workspace
        .resources()
        .find((each) => each.store && each.row === row);
      await addRecords(trx, {
        row,
        rows: rows.map((data) => withDays(data, japanDay(at))),
        author,
        keyOf: (data) => uniqueKeyOf(resource ?? {}, schemas.row(row), data),
      });
    }
    return true;
  });

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
export const seedProductionMonths = ({
  root,
  database,
}: Pick<SeedContext, "root" | "database">): Promise<void> =>
  seedOnce(database, "demo production months", async (trx) => {
    await addProductionMonths(trx, readDemoText(root, "production"));
    return true;
  });
