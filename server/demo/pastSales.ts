import { addDays, japanDay, startOfJapanDay } from "../../domain/japanTime";
import { announceImport, type ImportNotice } from "../catalog";
import { importRows } from "../feed";
import { demoFeeds, type DemoContext } from "./catchUpDemo";
import { readDemoValue, saveDemoValue } from "./demoValues";
import { openDemo, pastLotsOn, rowAt, saleWindow, type Demo } from "./saleDay";

const pastDays = 182;

/** Where the past sales of each kind of lots are: 200,000 cars and 30,000 bikes. */
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

/** Marks the past sales of cars as complete, so that none are imported. */
export const skipPastSales = ({
  database,
  ...context
}: Pick<DemoContext, "database" | "root" | "config">): Promise<void> => {
  const { manifest, scale } = openDemo(context);
  return saveDemoValue(database, histories.cars.stateKey, {
    seed: manifest.seed,
    scale,
    lastDay: manifest.monday,
    daysDone: pastDays,
    salesDone: 0,
  } satisfies PastSales);
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
  kind: keyof typeof histories = "cars",
): Promise<void> {
  const demo = openDemo(context);
  const { area } = histories[kind];
  const notice = announceImport(context, area);
  try {
    for (;;) {
      const state = await readState(context, demo, kind);
      if (state.daysDone >= pastDays) return;
      signal.throwIfAborted();
      const done = await importDay(context, {
        demo,
        kind,
        state,
        notice,
        signal,
      });
      if (done === pastDays)
        context.log.info({ area }, "imported demo past sales");
    }
  } finally {
    await notice.end();
  }
}

/** Imports the next day of a history and returns the number of complete days. */
async function importDay(
  context: DemoContext,
  {
    demo,
    kind,
    state,
    notice,
    signal,
  }: {
    demo: Demo;
    kind: keyof typeof histories;
    state: PastSales;
    notice: ImportNotice;
    signal: AbortSignal;
  },
): Promise<number> {
  const { stateKey, area } = histories[kind];
  const { salesDone } = state;
  const { inserted } = await importRows({
    context,
    feed: demoFeeds[kind].feed,
    area,
    rows: salesOn(demo, kind, addDays(state.lastDay, -state.daysDone)),
    notice: { report: (added) => notice.report(salesDone + added) },
    signal,
  });
  const daysDone = state.daysDone + 1;
  await saveDemoValue(context.database, stateKey, {
    ...state,
    daysDone,
    salesDone: salesDone + inserted,
  });
  return daysDone;
}

async function* salesOn(
  demo: Demo,
  kind: keyof typeof histories,
  day: string,
): AsyncGenerator<object> {
  const end = startOfJapanDay(addDays(day, 1)).getTime();
  for await (const lot of pastLotsOn(demo, kind, day)) yield rowAt(lot, end);
}

async function readState(
  { database, clock }: DemoContext,
  { manifest, scale }: Demo,
  kind: keyof typeof histories,
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
