import {
  addDays,
  japanClock,
  japanDay,
  saleDays,
  startOfJapanDay,
  weekdayOf,
} from "../../domain/japanTime";
import type { Context } from "../workspace/context";
import {
  lotOutcomes,
  lotsFile,
  readDemoLines,
  readDemoText,
  type DemoLot,
  type DemoLots,
  type DemoManifest,
  type FeedRow,
} from "./demoData";

/** The demo's data, and the share of their lots that the demo has. */
export type Demo = { root: string; scale: number; manifest: DemoManifest };

export const openDemo = ({
  root,
  config,
}: Pick<Context, "root" | "config">): Demo => ({
  root,
  scale: config.demoScale,
  manifest: readDemoText(root, "manifest"),
});

/** A lot on a day; times in milliseconds since 1970. */
export type SaleLot = Omit<DemoLot, "starts" | "ends"> & {
  startsAt: number;
  resultAt: number;
};

/** Returns the days of a range, both ends included. */
function daysFromTo(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * Returns the sale days of the feed: Monday to Saturday of this week in Japan,
 * and all days that auction lists offer as chips. On a Monday also the Saturday before, so
 * that the feed has results at any time.
 */
export function saleWindow(now: Date): string[] {
  const today = japanDay(now);
  const monday = addDays(today, 1 - weekdayOf(today));
  const before = monday === today ? [addDays(monday, -2)] : [];
  const week = daysFromTo(monday, addDays(monday, 5));
  const offered = saleDays(now).map(({ value }) => value);
  return [...new Set([...before, ...week, ...offered])];
}

export const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Yields the lots of a day's sales; none on Sundays. */
export function lotsOn(
  demo: Demo,
  kind: DemoLots,
  day: string,
): AsyncGenerator<SaleLot> {
  const week = modulo(weekOf(demo, day), demo.manifest.comingWeeks);
  return readDay(demo, kind, { day, week });
}

/** Yields the lots of a day's sales that belong to the past sales of the demo. */
export function pastLotsOn(
  demo: Demo,
  kind: DemoLots,
  day: string,
): AsyncGenerator<SaleLot> {
  const { pastShares, pastWeeks } = demo.manifest;
  const week = weekOf(demo, day);
  return week >= 0
    ? lotsOn({ ...demo, scale: demo.scale * pastShares[kind] }, kind, day)
    : readDay(demo, kind, { day, week: -1 - modulo(-1 - week, pastWeeks) });
}

/** Returns the number of the week, counted from the first week of the data. */
const weekOf = ({ manifest }: Pick<Demo, "manifest">, day: string): number =>
  Math.floor((dayNumber(day) - dayNumber(manifest.monday)) / 7);

async function* readDay(
  demo: Demo,
  kind: DemoLots,
  { day, week }: { day: string; week: number },
): AsyncGenerator<SaleLot> {
  const weekday = weekdayOf(day);
  if (weekday === 7) return;
  const { root, scale } = demo;
  const turn = turnOf(demo, day);
  const file = lotsFile(kind, { week, weekday });
  let index = 0;
  for await (const lot of readDemoLines<DemoLot>(root, file)) {
    index += 1;
    if (Math.floor(index * scale) > Math.floor((index - 1) * scale))
      yield lotOn(lot, day, turn);
  }
}

/**
 * Returns the turn of the weeks to which a day belongs. Turns are counted from 1970, so
 * that data that are made again later have the same serial numbers.
 */
function turnOf(demo: Demo, day: string): number {
  const { monday, comingWeeks } = demo.manifest;
  const before = Math.floor(dayNumber(monday) / 7 / comingWeeks);
  const turns = Math.floor(Math.max(0, weekOf(demo, day)) / comingWeeks);
  return (before + turns) % mostTurns;
}

/** Returns a lot on a day. Lots of each `turn` of the weeks have other serial numbers. */
export function lotOn(
  { starts, ends, row, ...lot }: DemoLot,
  day: string,
  turn = 0,
): SaleLot {
  const midnight = startOfJapanDay(day).getTime();
  const week = Math.floor((dayNumber(day) + 3) / 7).toString(36);
  return {
    ...lot,
    startsAt: midnight + starts * 1000,
    resultAt: midnight + ends * 1000,
    row: { ...row, ID: row.ID + week, ...otherSerial(row, turn) },
  };
}

/** When the weeks repeat, their cars are other cars; serial numbers stay in their month. */
const serialsOfTurn = 37;
/** Cars come again after four years. */
const mostTurns = 100;

const otherSerial = ({ SERIAL }: FeedRow, turn: number): FeedRow =>
  typeof SERIAL === "string" && turn > 0
    ? {
        SERIAL: SERIAL.replace(/\d{7}$/, (digits) =>
          String(Number(digits) + turn * serialsOfTurn),
        ),
      }
    : {};

/** Lots of these statuses have a hammer price. */
const soldStatuses: readonly string[] = [
  lotOutcomes.sold,
  lotOutcomes.negotiated,
];

/** A lot as it is in the feed. */
export type LotRow = FeedRow & {
  ID: string;
  STATUS: string;
  FINISH: string;
};

/**
 * Returns a lot as it is in the feed at an instant (ms since 1970). Only STATUS and
 * FINISH depend on the instant.
 */
export function rowAt(
  { row, startsAt, resultAt, outcome, highestBid }: SaleLot,
  instant: number,
): LotRow {
  const status =
    instant < startsAt ? "" : instant < resultAt ? "bidding" : outcome;
  const { day, time } = japanClock(new Date(startsAt));
  return {
    ...row,
    AUCTION_DATE: `${day} ${time}`,
    STATUS: status,
    FINISH: soldStatuses.includes(status) ? String(highestBid) : "0",
  };
}

/** Yields the lots of some days as they are at `now`. */
export async function* rowsOn(
  demo: Demo,
  kind: DemoLots,
  { days, now }: { days: readonly string[]; now: Date },
): AsyncGenerator<LotRow> {
  for (const day of days)
    for await (const lot of lotsOn(demo, kind, day))
      yield rowAt(lot, now.getTime());
}

/** Yields the lots whose STATUS changed after `from` and up to `to`, as they are at `to`. */
export async function* resultsBetween(
  demo: Demo,
  kind: DemoLots,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<LotRow> {
  const hasPassed = (instant: number) =>
    instant > from.getTime() && instant <= to.getTime();
  for (const day of daysFromTo(japanDay(from), japanDay(to)))
    for await (const lot of lotsOn(demo, kind, day))
      if (hasPassed(lot.startsAt) || hasPassed(lot.resultAt))
        yield rowAt(lot, to.getTime());
}
