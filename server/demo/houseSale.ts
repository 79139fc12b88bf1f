import { addDays, startOfJapanDay, weekdayOf } from "../../domain/japanTime";
import { houses, type House } from "./facts";
import { clamp, hashText } from "./random";

/** The share of real volumes of cars in the demo at scale 1: about 30,000 lots. */
const carShare = 0.15;
const secondsPerLot = 20;

/** One day's sale of one house. */
export type HouseSale = {
  key: string;
  house: House;
  day: string;
  /** Lots in the demo. */
  count: number;
  lanes: number;
  /** Lots of a lane in reality; the demo's lots are spread over the same time. */
  lotsPerLane: number;
};

export type LotTiming = { startsAt: number; resultAt: number };

function saleOf(
  house: House,
  { seed, day, scale }: { seed: string; day: string; scale: number },
  share: number,
): HouseSale {
  const key = `${seed}/${day}/${house.code}`;
  const volume = house.weeklyVolume / house.weekdays.length;
  const chance = hashText(key) / 0x100000000;
  const count = Math.floor(volume * share * scale + chance);
  const lanes = clamp(Math.round(volume / 1000) + 3, 4, 12);
  const lotsPerLane = Math.ceil(Math.max(volume, count) / lanes);
  return { key, house, day, count, lanes, lotsPerLane };
}

/** Auction houses, and the share of their real volumes in the demo at scale 1. */
export type Market = { houses: readonly House[]; share: number };

const carMarket: Market = { houses, share: carShare };

/** Returns the sales of all houses of a market on a day (`YYYY-MM-DD`). */
export function houseSalesOn(
  options: { seed: string; day: string; scale: number },
  market: Market = carMarket,
): HouseSale[] {
  const weekday = weekdayOf(options.day);
  return market.houses
    .filter((house) => house.weekdays.includes(weekday))
    .map((house) => saleOf(house, options, market.share));
}

/** Returns the sale of the same house some weeks earlier. */
export function earlierSale(sale: HouseSale, weeks: number): HouseSale {
  const day = addDays(sale.day, -7 * weeks);
  return { ...sale, day, key: sale.key.replace(sale.day, day) };
}

function secondsOf(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(":").map(Number);
  return hours * 3600 + minutes * 60;
}

/**
 * Returns when a lot is auctioned and when its result is known, in ms since
 * 1970. Lanes run in parallel, 20 seconds for each lot; the result follows 20
 * seconds to three minutes later.
 */
export function lotTiming(sale: HouseSale, index: number): LotTiming {
  const lotsInLane = Math.ceil(sale.count / sale.lanes);
  const lane = Math.floor(index / lotsInLane);
  const place = (index % lotsInLane) + (lane + 0.5) / sale.lanes;
  const rank = Math.floor((place * sale.lotsPerLane) / lotsInLane);
  const seconds = secondsOf(sale.house.startJst) + rank * secondsPerLot;
  const startsAt = startOfJapanDay(sale.day).getTime() + seconds * 1000;
  const delay = 20 + (hashText(`${sale.key}/${index}`, 7) % 161);
  return { startsAt, resultAt: startsAt + delay * 1000 };
}

/** Returns a lot's number, unique in the sale and rising with the index. */
export function lotNumber(sale: HouseSale, index: number): string {
  const { lotFrom, lotTo } = sale.house;
  const step = Math.max(1, (lotTo - lotFrom + 1) / sale.count);
  const offset = hashText(`${sale.key}/${index}`, 8) % Math.floor(step);
  const number = lotFrom + Math.floor(index * step) + offset;
  return String(number).padStart(String(lotTo).length, "0");
}
