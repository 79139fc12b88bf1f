import { catchUpDemo } from "./catchUpDemo";
import type { DemoContext } from "./catchUpDemo";
import { isDemoWanted } from "./demoState";
import { seedAccounts } from "./seedAccounts";
import { seedBids } from "./seedBids";

/** How often auctions move on. */
const tickMilliseconds = 60_000;

export type RunningDemo = { stop(): Promise<void> };

/**
 * Makes the demo, where it is wanted: accounts and coming cars are there when
 * it returns, and from then on time runs, with results every minute and new
 * lots every day, until it is stopped. Null where no demo is wanted.
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
        context.log.warn({ err: error }, "the demo's time could not move on");
    }
    if (!signal.aborted) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      ticking = tick();
    }, tickMilliseconds).unref();
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
