import { migrations } from "../../server/migrations";
import { migrate, openDatabase } from "../../server/platform/database";
import { seedDemoAccounts } from "./demoAccounts";
import { silentLog } from "./memoryLog";

/** The migrated databases that test databases are copies of. */
export const templates = {
  empty: "template_empty",
  accounts: "template_accounts",
} as const;

export type Template = keyof typeof templates;

/** The time at which the demo accounts of the template are created. */
const createdAt = new Date("2026-11-20T10:42:00+09:00");

/** Migrates the database at `url` and adds the demo accounts where asked. */
export async function fillTemplate(
  url: string,
  template: Template,
): Promise<void> {
  const database = await openDatabase({
    url,
    dataDirectory: ":memory:",
    log: silentLog,
  });
  await migrate(database, migrations);
  if (template === "accounts")
    await seedDemoAccounts({ database, clock: { now: () => createdAt } });
  await database.close();
}
