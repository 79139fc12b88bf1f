import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { addDays, japanDay, saleDays, weekdayOf } from "../../domain/japanTime";
import { lotPlaces, lotRow, type AjesRow, type LotPlace } from "./lotRow";
import { houseSalesOn, type Market } from "./houseSale";

/**
 * Returns the sale days of the feed: Monday to Saturday of this week in Japan,
 * and all days that auction lists offer as chips.
 */
export function saleWindow(now: Date): string[] {
  const today = japanDay(now);
  const monday = addDays(today, 1 - weekdayOf(today));
  const offered = saleDays(now).map(({ value }) => value);
  return [...new Set([...daysFromTo(monday, addDays(monday, 5)), ...offered])];
}

/** Returns the days of a range, both ends included. */
function daysFromTo(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The same seed gives the same lots; scale 1 is about 30,000. */
export type FeedOptions = { seed: string; scale?: number };

/** Yields the lots of sale days, by default of cars. */
export function* placesOn(
  days: readonly string[],
  { seed, scale = 1 }: FeedOptions,
  market?: Market,
): Generator<LotPlace> {
  for (const day of days)
    for (const sale of houseSalesOn({ seed, day, scale }, market))
      yield* lotPlaces(sale);
}

/**
 * Generates the lots of this week's sale days in Japan and of at least five
 * coming ones, about 30,000 lots at scale 1. The same seed gives the same lots;
 * only STATUS and FINISH of a lot depend on `now`.
 */
export function* generateAuctionRows(
  options: FeedOptions & { now: Date },
): Generator<AjesRow> {
  const { now } = options;
  for (const place of placesOn(saleWindow(now), options))
    yield lotRow(place, now.getTime());
}

/**
 * Generates the lots whose STATUS or FINISH changed after `from` and up to `to`,
 * as they are at `to`.
 */
export function* generateResults(
  options: FeedOptions & { from: Date; to: Date },
): Generator<AjesRow> {
  const { from, to } = options;
  const hasPassed = (instant: number) =>
    instant > from.getTime() && instant <= to.getTime();
  const days = daysFromTo(japanDay(from), japanDay(to));
  for (const place of placesOn(days, options)) {
    const { startsAt, resultAt } = place.timing;
    if (hasPassed(startsAt) || hasPassed(resultAt)) {
      yield lotRow(place, to.getTime());
    }
  }
}

/** Generates the lots of one sale day as they are at `instant`. */
export function* generateSales({
  day,
  instant,
  ...options
}: FeedOptions & { day: string; instant: Date }): Generator<AjesRow> {
  for (const place of placesOn([day], options))
    yield lotRow(place, instant.getTime());
}

/** Yields rows one after another, as imports read them. */
export async function* asAsync<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows;
}

type Rows = Iterable<AjesRow> | AsyncIterable<AjesRow>;

async function* jsonArray(rows: Rows): AsyncGenerator<string> {
  let separator = "";
  yield "[";
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`;
    separator = ",";
  }
  yield "\n]\n";
}

/** Writes rows to a file as one JSON array, with backpressure. */
export async function writeFeed(path: string, rows: Rows): Promise<void> {
  await pipeline(Readable.from(jsonArray(rows)), createWriteStream(path));
}
