import { createReadStream, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { BuiltYears } from "../catalog";
import type { DemoBids } from "./bidPlan";
import type { Sheet } from "../../generated/schemas";
import type { DemoAccount } from "./seedAccounts";

/** Lots of auctions, by kind. */
export type DemoLots = "cars" | "bikes";

/** How an auction ends, as the feeds write it in STATUS. */
export const lotOutcomes = {
  sold: "sold",
  negotiated: "sold by nego",
  notSold: "not sold",
  removed: "removed",
  cancelled: "cancelled",
} as const;
export type LotOutcome = (typeof lotOutcomes)[keyof typeof lotOutcomes];

/** A row of a feed. */
export type FeedRow = Readonly<Record<string, unknown>>;

/** A lot on a day that is known when it is read. */
export type DemoLot = {
  /** Seconds from midnight in Japan until its auction, and until its result. */
  starts: number;
  ends: number;
  outcome: LotOutcome;
  /** In the unit of the feed; the seller of an unsold lot has refused it. */
  highestBid: number;
  /** Without the columns that depend on the day: AUCTION_DATE, STATUS and FINISH. */
  row: FeedRow & { ID: string };
};

/** A car at a fixed price, on days that are known when it is read. */
export type StockCar = {
  /** The day of the cycle on which it is offered. */
  from: number;
  /** Days after which it is sold. */
  soldAfter: number;
  row: FeedRow & { ID: string };
};

export type DemoManifest = {
  seed: string;
  /** The first day of week 0, `YYYY-MM-DD`. */
  monday: string;
  /** The past weeks before week 0. */
  pastWeeks: number;
  /** The weeks from week 0 on; later weeks repeat them. */
  comingWeeks: number;
  /** The share of the lots of a week that stay as past sales. */
  pastShares: Readonly<Record<DemoLots, number>>;
  /** Days after which the stock repeats, and days for which a car is in it. */
  stockDays: number;
  stockDaysOfCar: number;
};

/** A sheet of a grade, without the rows that depend on the lot. */
export type SheetTemplate = {
  grades: Omit<NonNullable<Sheet["grades"]>, "overall">;
  rows: Readonly<Record<string, string>>;
  registeredIn: number;
  inspectedUntil: { years: number; month: number } | null;
  paint: string;
  mileageMark: string;
  marks: string[];
};

export type DemoSheets = {
  /** Japanese words by code; a load is in kg. */
  words: {
    bodies: Words<{ ja: string; seats: number; load?: number }>;
    colours: Words<{ ja: string; code: string }>;
    fuels: Words<string>;
    points: Words<string>;
  };
  /** By grade. */
  templates: Readonly<Record<string, readonly SheetTemplate[]>>;
};

type Words<Word> = Readonly<Record<string, Word>>;

/** Years and serial numbers of a chassis code, for months of production. */
export type DemoProduction = BuiltYears;

type DemoTexts = {
  manifest: DemoManifest;
  accounts: readonly DemoAccount[];
  bids: DemoBids;
  records: Readonly<Record<string, readonly FeedRow[]>>;
  production: readonly DemoProduction[];
  sheets: DemoSheets;
};

/** The folder of the data that `npm run build` generates, below the root. */
export const demoFolder = "dist/demo";

export const lotsFile = (
  kind: DemoLots,
  { week, weekday }: { week: number; weekday: number },
): string => `${kind}${week < 0 ? "-past" : ""}-${Math.abs(week)}-${weekday}`;

export const stockFile = "stock";

const fileOf = (root: string, name: string) =>
  path.join(root, demoFolder, name);

/** Reads data that do not belong to a day. Throws if they were not built. */
export function readDemoText<Name extends keyof DemoTexts>(
  root: string,
  name: Name,
): DemoTexts[Name] {
  const file = fileOf(root, `${name}.json`);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as DemoTexts[Name];
  } catch (cause) {
    throw new Error(`${file} is missing or damaged: run npm run build`, {
      cause,
    });
  }
}

/** Yields the entries of a file one after another. */
export async function* readDemoLines<Entry>(
  root: string,
  name: string,
): AsyncGenerator<Entry> {
  const file = createReadStream(fileOf(root, `${name}.ndjson.gz`));
  const input = file.pipe(createGunzip());
  file.once("error", (error) => input.destroy(error));
  try {
    for await (const line of createInterface({ input }))
      yield JSON.parse(line) as Entry;
  } finally {
    file.destroy();
  }
}
