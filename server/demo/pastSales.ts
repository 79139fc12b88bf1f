import { addDays, japanDay, startOfJapanDay } from "../../domain/japanTime";
import { announceImport } from "../catalog";
import { importRows } from "../feed";
import { demoFeeds, type DemoContext } from "./catchUpDemo";
import type { DemoLots } from "./demoData";
import { readDemoValue, saveDemoValue } from "./demoValues";
import { openDemo, pastLotsOn, rowAt, saleWindow, type Demo } from "./saleDay";

const pastDays = 182;

/** Where the past sales of each kind of lots are: 120,000 cars and 19,000 bikes. */
const histories = {
  cars: { stateKey: "demo past sales", area: "stats" },
  bikes: { stateKey: "demo past bikes", area: "bike-stats" },
} as const;

/** The progress of the past sales. The days are filled from the latest one back. */
type PastSales = {
  seed: string;
  scale: number;
  /** The day before the demo's first sale day. */
  lastDay: string;
  /** The number of days that are complete. */
  daysDone: number;
  /** The number of sales of these days. */
  salesDone: number;
};

/**
 * Imports the demo's sales of half a year into the statistics, one day after
 * another, and remembers each day, so that a later call goes on after a stop.
 * Servers that do it together share the days. A complete history stays as it
 * is. Throws ImportBroken when `signal` is aborted during a day.
 */
export async function importPastSales(
  context: DemoContext,
  signal: AbortSignal,
  kind: DemoLots = "cars",
): Promise<void> {
  const demo = openDemo(context);
  const { area, stateKey } = histories[kind];
  const notice = announceImport(context, area);
  try {
    for (;;) {
      const state = await readState(context, demo, kind);
      const { daysDone, salesDone } = state;
      if (daysDone >= pastDays) return;
      signal.throwIfAborted();
      const { inserted } = await importRows({
        context,
        feed: demoFeeds[kind].feed,
        area,
        rows: salesOn(demo, kind, addDays(state.lastDay, -daysDone)),
        notice: { report: (added) => notice.report(salesDone + added) },
        signal,
      });
      await saveDemoValue(context.database, stateKey, {
        ...state,
        daysDone: daysDone + 1,
        salesDone: salesDone + inserted,
      });
      if (daysDone + 1 === pastDays)
        context.log.info({ area }, "imported demo past sales");
    }
  } finally {
    await notice.end();
  }
}

async function* salesOn(
  demo: Demo,
  kind: DemoLots,
  day: string,
): AsyncGenerator<object> {
  const end = startOfJapanDay(addDays(day, 1)).getTime();
  for await (const lot of pastLotsOn(demo, kind, day)) yield rowAt(lot, end);
}

async function readState(
  { database, clock }: DemoContext,
  { manifest, scale }: Demo,
  kind: DemoLots,
): Promise<PastSales> {
  const { seed } = manifest;
  const { stateKey } = histories[kind];
  const state = await readDemoValue<PastSales>(database, stateKey);
  if (state?.seed === seed && state.scale === scale) return state;
  const now = clock.now();
  const firstDay = saleWindow(now)[0] ?? japanDay(now);
  const lastDay = addDays(firstDay, -1);
  return { seed, scale, lastDay, daysDone: 0, salesDone: 0 };
}
