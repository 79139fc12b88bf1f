import { isDemoAllowed } from "../platform/config";
import type { Context } from "../workspace/context";
import { catchUpDemo, readDemoState, type DemoContext } from "./catchUpDemo";
import { bikeHistory, catchUpOtherLots } from "./otherLots";
import { importPastSales } from "./pastSales";
import { findDemoAccounts, seedAccounts } from "./seedAccounts";
import { seedProductionMonths } from "./production";
import { seedBids } from "./seedBids";
import { seedRecords } from "./seedRecords";

/** Interval of new results. */
const tickMs = 60_000;

export type RunningDemo = { stop(): Promise<void> };

/**
 * Creates the demo data if the settings and the database allow it, otherwise
 * returns null. Accounts and coming cars exist when it resolves. Until it is
 * stopped, stock, bikes and past sales are imported in the background, results
 * follow every minute and new lots every day.
 */
export async function startDemo(
  context: DemoContext,
): Promise<RunningDemo | null> {
  if (!isDemoAllowed(context.config)) await warnOfDemoAccounts(context);
  if (!(await isDemoWanted(context))) return null;
  await seedAccounts(context);
  await catchUpDemo(context);
  await seedBids(context);
  await seedRecords(context);
  await seedProductionMonths(context);
  return runDemoClock(context);
}

function runDemoClock(context: DemoContext): RunningDemo {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let ticking = Promise.resolve();
  let filling: Promise<void> | undefined;

  const tick = async () => {
    try {
      await catchUpDemo(context, signal);
      await seedBids(context);
      fillOthers();
    } catch (error) {
      if (!signal.aborted)
        context.log.warn({ err: error }, "updating the demo data failed");
    }
    if (!signal.aborted) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      ticking = tick();
    }, tickMs).unref();
  };

  const importOthers = async () => {
    await catchUpOtherLots(context, signal);
    await importPastSales(context, signal);
    await importPastSales(context, signal, bikeHistory);
  };

  /** Runs beside the results of cars, because it takes minutes. */
  const fillOthers = () => {
    filling ??= importOthers()
      .catch((error: unknown) => {
        if (!signal.aborted)
          context.log.warn({ err: error }, "importing demo lots failed");
      })
      .finally(() => {
        filling = undefined;
      });
  };

  schedule();
  fillOthers();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all([ticking, filling]);
    },
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
