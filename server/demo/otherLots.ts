import { japanDay } from "../../domain/japanTime";
import { importRows } from "../feed";
import { readDemoValue, saveDemoValue } from "./demoValues";
import { bikeMarket } from "./bikes/bikeFacts";
import { bikeRow } from "./bikes/bikeRow";
import type { DemoContext } from "./catchUpDemo";
import {
  asAsync,
  placesOn,
  saleWindow,
  type FeedOptions,
} from "./generateFeed";
import type { History } from "./pastSales";
import { generateStock } from "./stockRow";

/** 30,000 past sales of bikes in all at scale 1. */
export const bikeHistory: History = {
  stateKey: "demo past bikes",
  feed: "bds",
  area: "bike-stats",
  share: 0.11,
  salesOn: ({ day, instant, ...options }) =>
    bikeRowsOn([day], { ...options, instant }),
};

function* bikeRowsOn(
  days: readonly string[],
  { instant, ...options }: FeedOptions & { instant: Date },
) {
  for (const place of placesOn(days, options, bikeMarket))
    yield bikeRow(place, instant.getTime());
}

const stateKey = "demo other lots";

/** The demo's bikes and stock in the database. */
type State = { seed: string; scale: number; time: string };

/**
 * Updates the demo's bikes and cars at a fixed price to the current time: the results
 * of bikes since the last call and, on a new day in Japan, all coming bikes and the
 * stock. Throws ImportBroken when `signal` is aborted.
 */
export async function catchUpOtherLots(
  context: DemoContext,
  signal: AbortSignal,
): Promise<void> {
  const { config, database, clock, log } = context;
  const { demoSeed: seed, demoScale: scale } = config;
  const now = clock.now();
  const state = await readDemoValue<State>(database, stateKey);
  const isKnown = state?.seed === seed && state.scale === scale;
  const known = isKnown ? new Date(state.time) : null;
  const isNewDay = !known || japanDay(known) !== japanDay(now);
  const into = async (area: string, feed: string, rows: Iterable<object>) => {
    const request = { context, area, feed, rows: asAsync(rows), signal };
    const result = await importRows(request);
    if (result.inserted + result.updated > 0)
      log.info(result, `imported demo lots of ${area}`);
  };
  if (isNewDay)
    await into("stock", "stock", generateStock({ seed, scale, now }));
  const days = isNewDay ? saleWindow(now) : [japanDay(now)];
  const bikes = bikeRowsOn(days, { seed, scale, instant: now });
  // An hour without sales needs no import.
  if (isNewDay || hasResults(days, { seed, scale, from: known, to: now }))
    await into("bikes", "bds", bikes);
  const time = now.toISOString();
  await saveDemoValue(database, stateKey, { seed, scale, time });
}

/** Whether a bike's status changed after `from` and up to `to`. */
function hasResults(
  days: readonly string[],
  { from, to, ...options }: FeedOptions & { from: Date; to: Date },
): boolean {
  const hasPassed = (instant: number) =>
    instant > from.getTime() && instant <= to.getTime();
  for (const { timing } of placesOn(days, options, bikeMarket))
    if (hasPassed(timing.startsAt) || hasPassed(timing.resultAt)) return true;
  return false;
}
