import { addDays, japanDay, startOfJapanDay } from "../../domain/japanTime";
import type { BidContext } from "../bidding";
import { importRows, type ImportContext } from "../feed";
import type { Context } from "../workspace/context";
import { decideAuctions, withoutOwnResults } from "./decideAuctions";
import {
  readDemoLines,
  stockFile,
  type DemoLots,
  type FeedRow,
  type StockCar,
} from "./demoData";
import { readDemoValue, saveDemoValue } from "./demoValues";
import {
  dayNumber,
  openDemo,
  resultsBetween,
  rowsOn,
  saleWindow,
  type Demo,
  type LotRow,
} from "./saleDay";

export type DemoContext = ImportContext & BidContext & Pick<Context, "log">;

/** The feed and the area of each kind of lots. */
export const demoFeeds = {
  cars: { feed: "ajes", area: "auction" },
  bikes: { feed: "bds", area: "bikes" },
} as const;

/** The demo data in the database. */
type DemoState = {
  seed: string;
  scale: number;
  /** Results up to this time (ISO 8601) are imported; null before the first import. */
  time: string | null;
};

const carsKey = "demo";
const othersKey = "demo other lots";

/** Returns the state of the demo data, null if the database has no demo data. */
export const readDemoState = ({
  database,
}: Pick<Context, "database">): Promise<DemoState | null> =>
  readDemoValue(database, carsKey);

/**
 * Imports the cars whose auction ended since the last call; where the portal has open
 * bids, they decide the result. On a new day in Japan it imports the feed of the whole
 * current week. The import skips unchanged lots.
 */
export const catchUpDemo = (
  context: DemoContext,
  signal?: AbortSignal,
): Promise<void> =>
  catchUp(context, carsKey, async ({ now, known, isNewDay }) => {
    await decideAuctions(context, { now, signal });
    await importLots(context, "cars", { now, known, isNewDay, signal });
  });

/** Imports bikes as `catchUpDemo` does cars, and on a new day the cars at a fixed price. */
export const catchUpOtherLots = (
  context: DemoContext,
  signal: AbortSignal,
): Promise<void> =>
  catchUp(context, othersKey, async ({ now, known, isNewDay }) => {
    if (isNewDay)
      await importLogged(context, {
        ...{ feed: "stock", area: "stock", signal },
        rows: stockOn(openDemo(context), now),
      });
    await importLots(context, "bikes", { now, known, isNewDay, signal });
  });

type Moment = {
  now: Date;
  /** The time up to which the results are imported; null before the first import. */
  known: Date | null;
  isNewDay: boolean;
};

/** Calls `work` with the time since the last call, and remembers the time. */
async function catchUp(
  context: DemoContext,
  key: string,
  work: (moment: Moment) => Promise<void>,
): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const { manifest, scale } = openDemo(context);
  const made = { seed: manifest.seed, scale };
  const state = await readDemoValue<DemoState>(database, key);
  const isSameFeed = state?.seed === made.seed && state.scale === scale;
  const known = isSameFeed && state.time !== null ? new Date(state.time) : null;
  // An interrupted first import must be recognized as demo data later.
  if (!isSameFeed) await saveDemoValue(database, key, { ...made, time: null });
  const isNewDay = !known || japanDay(known) !== japanDay(now);
  await work({ now, known, isNewDay });
  await saveDemoValue(database, key, { ...made, time: now.toISOString() });
}

async function importLots(
  context: DemoContext,
  kind: DemoLots,
  {
    now,
    known,
    isNewDay,
    signal,
  }: Moment & { signal: AbortSignal | undefined },
): Promise<void> {
  const demo = openDemo(context);
  const into = (lots: AsyncIterable<LotRow>) => {
    const rows = withoutOwnResults(context.database, lots);
    return importLogged(context, { ...demoFeeds[kind], rows, signal });
  };
  if (known) {
    const last = lastKnownMoment(known);
    const to = now < last ? now : last;
    if (to > known) await into(resultsBetween(demo, kind, { from: known, to }));
  }
  if (isNewDay) await into(rowsOn(demo, kind, { days: saleWindow(now), now }));
}

/** Returns the end of the last day whose lots were imported at a time. */
const lastKnownMoment = (known: Date): Date => {
  const lastDay = saleWindow(known).at(-1) ?? japanDay(known);
  return new Date(startOfJapanDay(addDays(lastDay, 1)).getTime() - 1);
};

async function importLogged(
  context: DemoContext,
  request: Omit<Parameters<typeof importRows>[0], "context">,
): Promise<void> {
  const result = await importRows({ context, ...request });
  if (result.inserted + result.updated > 0)
    context.log.info(result, `imported demo lots of ${request.area}`);
}

/** Days for which a car is reserved before it is sold. */
const reservedDays = 2;

/**
 * Yields the cars at a fixed price on the day of `now` in Japan, about 2,000 at scale
 * 1. The same day always has the same cars.
 */
export async function* stockOn(
  { root, scale, manifest }: Demo,
  now: Date,
): AsyncGenerator<FeedRow> {
  const { stockDays, stockDaysOfCar } = manifest;
  const today = japanDay(now);
  let index = 0;
  for await (const car of readDemoLines<StockCar>(root, stockFile)) {
    const place = Math.floor((index * stockDaysOfCar) / stockDays);
    index += 1;
    if (Math.floor((place + 1) * scale) === Math.floor(place * scale)) continue;
    const since = dayNumber(today) - car.from;
    const days = since % stockDays;
    if (days >= stockDaysOfCar) continue;
    const isSold = days >= car.soldAfter;
    const isReserved = days >= car.soldAfter - reservedDays;
    yield {
      ...car.row,
      ID: `${car.row.ID}${Math.floor(since / stockDays).toString(36)}`,
      AVAILABLE_FROM: `${addDays(today, -days)} 09:00:00`,
      STATUS: isSold ? "sold" : isReserved ? "reserved" : "available",
    };
  }
}
