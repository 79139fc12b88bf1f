import type { House } from "./facts";
import { clamp, integer, type Random } from "./random";

const secondsPerLot = 20;

/** One day's sale of one house. */
export type HouseSale = {
  house: House;
  /** Lots in the demo. */
  count: number;
  lanes: number;
  /** Lots of a lane in reality; the demo's lots are spread over the same time. */
  lotsPerLane: number;
};

/** Returns a house's sale of a day, with a share of its real volume. */
export function saleOf(random: Random, house: House, share: number): HouseSale {
  const volume = house.weeklyVolume / house.weekdays.length;
  const count = Math.floor(volume * share + random());
  const lanes = clamp(Math.round(volume / 1000) + 3, 4, 12);
  const lotsPerLane = Math.ceil(Math.max(volume, count) / lanes);
  return { house, count, lanes, lotsPerLane };
}

function secondsOf(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(":").map(Number);
  return hours * 3600 + minutes * 60;
}

/**
 * Returns when a lot is auctioned and when its result is known, in seconds since
 * midnight. Lanes run in parallel, 20 seconds for each lot; the result follows 20
 * seconds to three minutes later.
 */
export function lotTiming(
  random: Random,
  sale: HouseSale,
  index: number,
): { starts: number; ends: number } {
  const lotsInLane = Math.ceil(sale.count / sale.lanes);
  const lane = Math.floor(index / lotsInLane);
  const place = (index % lotsInLane) + (lane + 0.5) / sale.lanes;
  const rank = Math.floor((place * sale.lotsPerLane) / lotsInLane);
  const starts = secondsOf(sale.house.startJst) + rank * secondsPerLot;
  return { starts, ends: starts + integer(random, 20, 180) };
}

/** Returns a lot's number, unique in the sale and rising with the index. */
export function lotNumber(
  random: Random,
  { house, count }: HouseSale,
  index: number,
): string {
  const { lotFrom, lotTo } = house;
  const step = Math.max(1, (lotTo - lotFrom + 1) / count);
  const offset = integer(random, 0, Math.floor(step) - 1);
  const number = lotFrom + Math.floor(index * step) + offset;
  return String(number).padStart(String(lotTo).length, "0");
}
