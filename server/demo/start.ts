import { isDemoAllowed } from "../platform/config";
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
import { seedProductionMonths, seedRecords } from "./seedRecords";

/** Interval of new results. */
const tickMs = 60_000;

export type RunningDemo = {
  /** The e-mails to print. */
  emails: readonly string[];
  stop(): Promise<void>;
};

/**
 * Creates the demo data if the settings and the database allow it, otherwise
 * returns null. Accounts and coming cars exist when it resolves. Until it is
 * stopped, stock, bikes and past sales are imported in the background, results
 * follow every minute and new lots every day. Throws if the data were not built.
 */
export async function startDemo(
  context: DemoContext,
): Promise<RunningDemo | null> {
  if (!isDemoAllowed(context.config)) await warnOfDemoAccounts(context);
  if (!(await isDemoWanted(context))) return null;
  const accounts = readDemoText(context.root, "accounts");
  await seedAccounts(context, accounts);
  await catchUpDemo(context);
  await seedBids(context);
  await seedRecords(context);
  await seedProductionMonths(context);
  const printed = accounts.filter(({ isPrinted }) => isPrinted);
  return {
    emails: printed.map(({ email }) => email),
    stop: runDemoClock(context),
  };
}

/** Keeps the demo up to date until the returned function is called. */
function runDemoClock(context: DemoContext): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let ticking = Promise.resolve();
  let filling: Promise<void> | undefined;

  /** Errors of a call that the stop has broken are not logged. */
  const warned = async (work: Promise<void>, message: string) => {
    await work.catch((error: unknown) => {
      if (!signal.aborted) context.log.warn({ err: error }, message);
    });
  };
  const results = async () => {
    await catchUpDemo(context, signal);
    await seedBids(context);
    fillOthers();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      ticking = warned(results(), "updating the demo data failed").then(() => {
        if (!signal.aborted) schedule();
      });
    }, tickMs).unref();
  };
  const importOthers = async () => {
    await catchUpOtherLots(context, signal);
    await importPastSales(context, signal);
    await importPastSales(context, signal, "bikes");
  };
  /** Runs beside the results of cars, because it takes minutes. */
  const fillOthers = () => {
    filling ??= warned(importOthers(), "importing demo lots failed").finally(
      () => {
        filling = undefined;
      },
    );
  };

  schedule();
  fillOthers();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await Promise.all([ticking, filling]);
  };
}

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
