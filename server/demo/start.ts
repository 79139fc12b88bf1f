import { isDemoAllowed } from "../platform/config";
import type { Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import {
  catchUpDemo,
  catchUpOtherLots,
  readDemoState,
  type DemoContext,
} from "./catchUpDemo";
import { readDemoText } from "./demoData";
import { importPastSales } from "./pastSales";
import { findDemoAccounts, seedAccounts } from "./seedAccounts";
import { seedBids } from "./seedBids";
import { seedPapers } from "./seedPapers";
import { seedPurchases } from "./seedPurchases";
import { seedProductionMonths, seedRecords } from "./seedRecords";

export type RunningDemo = {
  /** The e-mails to print. */
  emails: readonly string[];
  /** They import stock, bikes and past sales, then new results and lots. */
  jobs: readonly Job[];
};

/**
 * Creates the demo data if the settings and the database allow it, otherwise
 * returns null. Accounts and coming cars exist when it resolves; its jobs import the
 * rest. Throws if the data were not built.
 */
export async function startDemo(
  context: DemoContext &
    Pick<Context, "workspace" | "messages" | "recordKinds">,
): Promise<RunningDemo | null> {
  if (!isDemoAllowed(context.config)) await warnOfDemoAccounts(context);
  if (!(await isDemoWanted(context))) return null;
  const accounts = readDemoText(context.root, "accounts");
  await seedAccounts(context, accounts);
  // Purchases have the due days of these records.
  await seedRecords(context);
  await catchUpDemo(context);
  await seedBids(context);
  await seedPurchases(context);
  await seedProductionMonths(context);
  const printed = accounts.filter(({ isPrinted }) => isPrinted);
  return {
    emails: printed.map(({ email }) => email),
    jobs: [
      importJob("demo-results", async (signal) => {
        await catchUpDemo(context, signal);
        await seedBids(context);
        await seedPurchases(context);
      }),
      // Beside the results, because it draws.
      importJob("demo-papers", (signal) => seedPapers(context, signal)),
      // Beside the results of cars, because it takes minutes.
      importJob("demo-lots", async (signal) => {
        await catchUpOtherLots(context, signal);
        await importPastSales(context, signal);
        await importPastSales(context, signal, "bikes");
      }),
    ],
  };
}

/** Makes a job for each minute. It logs its imports itself, and ends quietly on abort. */
const importJob = (
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): Job => ({
  name,
  everySeconds: 60,
  run: async (signal) => {
    await work(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return 0;
  },
});

/**
 * Whether this server creates demo data: if the settings allow it and, unless
 * DEMO is on, the database has no lots from another source.
 */
export async function isDemoWanted(
  context: Pick<Context, "config" | "database">,
): Promise<boolean> {
  if (!isDemoAllowed(context.config)) return false;
  if (context.config.demo === "on") return true;
  if (await readDemoState(context)) return true;
  const lot = await context.database.longRunning
    .selectFrom("lots")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return lot === undefined;
}

/** Warns if the database still has accounts with the public demo password. */
async function warnOfDemoAccounts(
  context: Pick<Context, "database" | "log">,
): Promise<void> {
  const accounts = await findDemoAccounts(context);
  if (accounts.length > 0)
    context.log.warn(
      { accounts: accounts.length },
      "the database has demo accounts, whose password is public; nobody can log in with it on this server; create an administrator by npm run admin",
    );
}
