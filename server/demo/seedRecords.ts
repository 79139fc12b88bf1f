import { addDays, japanDay } from "../../domain/japanTime";
import { addProductionMonths } from "../catalog";
import type { Context } from "../workspace/context";
import { addPreparedRecords, prepareRecords } from "../workspace/records";
import { readDemoText, type FeedRow } from "./demoData";
import { seedOnce } from "./demoValues";

/** Days of announcements are counted from today. */
const dayFields = ["from", "until"];

type SeedContext = Pick<
  Context,
  "root" | "database" | "clock" | "schemas" | "workspace" | "recordKinds"
>;

/**
 * Adds the demo's records once, in the name of the demo manager or of the account whose
 * e-mail is the `owner` of a row. Later calls do nothing, so that removed rows stay removed.
 */
export const seedRecords = ({
  root,
  database,
  clock,
  schemas,
  workspace,
  recordKinds,
}: SeedContext): Promise<void> =>
  seedOnce(database, "demo records", async (trx) => {
    const at = clock.now();
    const users = await trx
      .selectFrom("users")
      .select(["id as userId", "full_name as userName", "email_key as email"])
      .execute();
    const authors = new Map(users.map(({ email, ...user }) => [email, user]));
    const manager = authors.get(readDemoText(root, "bids").manager);
    if (!manager) return false;
    const records = readDemoText(root, "records");
    for (const [row, rows] of Object.entries(records)) {
      const resource = workspace
        .resources()
        .find((each) => each.store && each.row === row);
      for (const { owner, ...data } of rows)
        await addPreparedRecords(trx, {
          row,
          rows: await prepareRecords(
            { schemas, recordKinds },
            trx,
            { row, ...resource },
            [withDays(data, japanDay(at))],
          ),
          author: { ...(authors.get(String(owner)) ?? manager), at },
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
