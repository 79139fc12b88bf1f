import { catchUpDemo } from "./catchUpDemo";
import type { DemoContext } from "./catchUpDemo";
import { isDemoWanted } from "./demoState";
import { seedAccounts } from "./seedAccounts";
import { seedBids } from "./seedBids";

/** Interval of new results. */
const tickMs = 60_000;

export type RunningDemo = { stop(): Promise<void> };

/**
 * Creates the demo data if the settings and the database allow it, otherwise
 * returns null. Accounts and coming lots exist when it resolves. Until it is
 * stopped, results follow every minute and new lots every day.
 */
export async function startDemo(
  context: DemoContext,
): Promise<RunningDemo | null> {
  if (!(await isDemoWanted(context))) return null;
  await seedAccounts(context);
  await catchUpDemo(context);
  await seedBids(context);
  return runDemoClock(context);
}

function runDemoClock(context: DemoContext): RunningDemo {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let ticking = Promise.resolve();

  const tick = async () => {
    try {
      await catchUpDemo(context, signal);
      await seedBids(context);
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

  schedule();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await ticking;
    },
  };
}
