import { addDays, japanDay, startOfJapanDay } from "../../domain/japanTime";
import { announceImport, type ImportNotice } from "../catalog";
import { importRows } from "../feed";
import { readDemoValue, saveDemoValue } from "./demoValues";
import type { DemoContext } from "./catchUpDemo";
import { asAsync, generateSales, saleWindow } from "./generateFeed";

/** Half a year. */
const pastDays = 182;
/** Past sales of one kind of lots, and how they reach the database. */
export type History = {
  stateKey: string;
  feed: string;
  area: string;
  /** Past lots of a week, as a share of the coming ones. */
  share: number;
  /** Returns the rows of one day, as they are at an instant. */
  salesOn: (...asked: Parameters<typeof generateSales>) => Iterable<object>;
};

/** 200,000 past sales in all at scale 1. */
const carHistory: History = {
  stateKey: "demo past sales",
  feed: "ajes",
  area: "stats",
  share: 0.333,
  salesOn: generateSales,
};

/** The progress of the past sales. The days are filled from the latest one back. */
type PastSales = {
  seed: string;
  scale: number;
  /** The day before the demo's first sale day. */
  lastDay: string;
  /** The number of days that are complete. */
  daysDone: number;
  /** The number of sales of these days. */
  salesDone?: number;
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
  history = carHistory,
): Promise<void> {
  const { config, log } = context;
  const { demoSeed: seed, demoScale } = config;
  const { stateKey, area } = history;
  const made = { seed, scale: demoScale * history.share };
  const notice = announceImport(context, area);
  try {
    for (;;) {
      const state = await readState(context, stateKey, made);
      if (state.daysDone >= pastDays) return;
      signal.throwIfAborted();
      const done = await importDay(context, { history, state, notice, signal });
      if (done === pastDays)
        log.info({ scale: made.scale, area }, "imported demo past sales");
    }
  } finally {
    await notice.end();
  }
}

/** Imports the next day of a history and returns the number of complete days. */
async function importDay(
  context: DemoContext,
  {
    history: { stateKey, feed, area, salesOn },
    state,
    notice,
    signal,
  }: {
    history: History;
    state: PastSales;
    notice: ImportNotice;
    signal: AbortSignal;
  },
): Promise<number> {
  const { seed, scale, salesDone = 0 } = state;
  const day = addDays(state.lastDay, -state.daysDone);
  const instant = startOfJapanDay(addDays(day, 1));
  const { inserted } = await importRows({
    context,
    feed,
    area,
    rows: asAsync(salesOn({ seed, scale, day, instant })),
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

async function readState(
  { database, clock }: DemoContext,
  stateKey: string,
  made: { seed: string; scale: number },
): Promise<PastSales> {
  const state = await readDemoValue<PastSales>(database, stateKey);
  if (state?.seed === made.seed && state.scale === made.scale) return state;
  const now = clock.now();
  const firstDay = saleWindow(now)[0] ?? japanDay(now);
  return { ...made, lastDay: addDays(firstDay, -1), daysDone: 0 };
}
