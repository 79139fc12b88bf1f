import { randomUUID } from "node:crypto";
import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { addDays, japanDay, startOfJapanDay } from "../../domain/japanTime";
import type { BidContext } from "../bidding";
import { importFeed, type ImportContext } from "../feed";
import type { Context } from "../workspace/context";
import { readDemoValue, saveDemoValue } from "./demoValues";
import { decideAuctions, withOwnResults } from "./decideAuctions";
import {
  generateAuctionRows,
  generateResults,
  saleWindow,
  writeFeed,
} from "./generateFeed";
import type { AjesRow } from "./lotRow";

export type DemoContext = ImportContext & BidContext & Pick<Context, "log">;

/**
 * Imports the lots whose auction ended since the last call; where the portal has open
 * bids, they decide the result. On a new day in Japan it imports the feed of the whole
 * current week. The import skips unchanged lots.
 */
export async function catchUpDemo(
  context: DemoContext,
  signal?: AbortSignal,
): Promise<void> {
  const { demoSeed: seed, demoScale: scale } = context.config;
  const now = context.clock.now();
  const state = await readDemoState(context);
  const isSameFeed = state?.seed === seed && state.scale === scale;
  const known = isSameFeed && state.time !== null ? new Date(state.time) : null;
  // An interrupted first import must be recognized as demo data later.
  if (!isSameFeed) await saveDemoState(context, { seed, scale, time: null });
  await decideAuctions(context, { seed, scale, now, signal });
  if (known)
    await importRows(context, {
      name: "results",
      rows: resultsBetween(known, now, { seed, scale }),
      signal,
    });
  if (!known || japanDay(known) !== japanDay(now))
    await importRows(context, {
      name: "auction",
      rows: generateAuctionRows({ seed, now, scale }),
      signal,
    });
  await saveDemoState(context, { seed, scale, time: now.toISOString() });
}

/** Returns the results of lots that were imported at `from`, up to `now`. */
function resultsBetween(
  from: Date,
  now: Date,
  made: { seed: string; scale: number },
): Iterable<AjesRow> {
  const lastDay = saleWindow(from).at(-1) ?? japanDay(from);
  const lastMoment = startOfJapanDay(addDays(lastDay, 1)).getTime() - 1;
  const to = new Date(Math.min(now.getTime(), lastMoment));
  return to > from ? generateResults({ ...made, from, to }) : [];
}

async function importRows(
  context: DemoContext,
  feed: {
    name: string;
    rows: Iterable<AjesRow>;
    signal: AbortSignal | undefined;
  },
): Promise<void> {
  const { config, root, log } = context;
  const folder = path.resolve(root, config.dataDirectory, "demo");
  await mkdir(folder, { recursive: true });
  // Servers that share the folder each read the file that they wrote.
  const file = path.join(folder, `${feed.name}.json`);
  const ownFile = `${file}.${randomUUID()}`;
  await writeFeed(ownFile, withOwnResults(context.database, feed.rows));
  const written = await open(ownFile);
  await rename(ownFile, file);
  const result = await importFeed({
    context,
    feed: "ajes",
    area: "auction",
    input: written.createReadStream(),
    onProgress: (progress) => {
      const isMilestone = progress.read > 0 && progress.read % 5_000 === 0;
      if (isMilestone) log.info(progress, "importing demo lots");
    },
    ...(feed.signal && { signal: feed.signal }),
  });
  if (result.read > 0) log.info(result, `imported demo ${feed.name}`);
}

/** The demo data in the database. */
type DemoState = {
  seed: string;
  scale: number;
  /** Results up to this time (ISO 8601) are imported; null before the first import. */
  time: string | null;
};

const stateKey = "demo";

/** Returns the state of the demo data, null if the database has no demo data. */
export const readDemoState = ({
  database,
}: Pick<Context, "database">): Promise<DemoState | null> =>
  readDemoValue(database, stateKey);

const saveDemoState = (
  { database }: Pick<Context, "database">,
  state: DemoState,
): Promise<void> => saveDemoValue(database, stateKey, state);
