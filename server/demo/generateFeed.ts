import type { AjesRow, LotPlace } from "./lotRow";
import { lotPlaces, lotRow } from "./lotRow";
import { houseSalesOn } from "./houseSale";
import { daysFromTo, japanDay, saleWindow } from "./saleDays";

function* placesOn(
  days: readonly string[],
  { seed, scale }: { seed: string; scale: number },
): Generator<LotPlace> {
  for (const day of days) {
    for (const sale of houseSalesOn({ seed, day, scale })) {
      yield* lotPlaces(sale);
    }
  }
}

/**
 * Generates the lots of this week's sale days in Japan and of at least five
 * coming ones, about 30,000 lots at scale 1. The same seed gives the same lots;
 * only STATUS and FINISH of a lot depend on `now`.
 */
export function* generateAuctionRows({
  seed,
  now,
  scale = 1,
}: {
  seed: string;
  now: Date;
  scale?: number;
}): Generator<AjesRow> {
  for (const place of placesOn(saleWindow(now), { seed, scale })) {
    yield lotRow(place, now.getTime());
  }
}

/**
 * Generates the lots whose STATUS or FINISH changed after `from` and up to `to`,
 * as they are at `to`.
 */
export function* generateResults({
  seed,
  from,
  to,
  scale = 1,
}: {
  seed: string;
  from: Date;
  to: Date;
  scale?: number;
}): Generator<AjesRow> {
  const hasPassed = (instant: number) =>
    instant > from.getTime() && instant <= to.getTime();
  const days = daysFromTo(japanDay(from), japanDay(to));
  for (const place of placesOn(days, { seed, scale })) {
    const { startsAt, resultAt } = place.timing;
    if (hasPassed(startsAt) || hasPassed(resultAt)) {
      yield lotRow(place, to.getTime());
    }
  }
}
