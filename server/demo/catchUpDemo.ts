import { addDays, japanDay, startOfJapanDay } from "../../domain/japanTime";
import type { BidContext } from "../bidding";
import { importRows, type ImportContext } from "../feed";
import type { Context } from "../workspace/context";
import { decideAuctions, withoutOwnResults } from "./decideAuctions";
import type { DemoLots } from "./demoData";
import { readDemoValue, saveDemoValue } from "./demoValues";
import {
  openDemo,
  resultsBetween,
  rowsOn,
  saleWindow,
  type LotRow,
} from "./saleDay";
import { stockOn } from "./stock";

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
      await importInto(context, {
        feed: "stock",
        area: "stock",
        rows: stockOn(openDemo(context), now),
        signal,
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
  const into = (rows: AsyncIterable<LotRow>) =>
    importInto(context, {
      ...demoFeeds[kind],
      rows: withoutOwnResults(context.database, rows),
      signal,
    });
  if (known) {
    const to = earlier(now, lastKnownMoment(known));
    if (to > known) await into(resultsBetween(demo, kind, { from: known, to }));
  }
  if (isNewDay) await into(rowsOn(demo, kind, { days: saleWindow(now), now }));
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** Returns the end of the last day whose lots were imported at a time. */
const lastKnownMoment = (known: Date): Date => {
  const lastDay = saleWindow(known).at(-1) ?? japanDay(known);
  return new Date(startOfJapanDay(addDays(lastDay, 1)).getTime() - 1);
};

async function importInto(
  context: DemoContext,
  {
    signal,
    ...request
  }: {
    feed: string;
    area: string;
    rows: AsyncIterable<object>;
    signal: AbortSignal | undefined;
  },
): Promise<void> {
  const result = await importRows({
    context,
    ...request,
    ...(signal && { signal }),
  });
  if (result.inserted + result.updated > 0)
    context.log.info(result, `imported demo lots of ${request.area}`);
}
