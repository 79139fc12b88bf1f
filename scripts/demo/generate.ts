import { addDays, weekdayOf } from "../../domain/japanTime";
import type {
  DemoLot,
  DemoLots,
  DemoManifest,
  StockCar,
} from "../../server/demo/demoData";
import { demoAccounts } from "./accounts";
import { demoBids } from "./bidPlan";
import { bikeLot } from "./bikes/bikeRow";
import { carLot, type LotPlace } from "./carRow";
import { earlierCars, type EarlierCars } from "./earlierCars";
import { bikeHouses, houses, type House } from "./facts";
import calendar from "./facts/calendar.json";
import records from "./facts/records.json";
import { saleOf } from "./houseSale";
import { rateRecords } from "./rates";
import { createRandom, hashText, type Random } from "./random";
import { productionRanges } from "./serials";
import { demoSheets } from "./sheets";
import { stockCar } from "./stockRow";

export type DemoOptions = {
  /** The same seed gives the same data. */
  seed: string;
  /** The Monday of the first week, `YYYY-MM-DD`. */
  monday: string;
  /** 1 gives 23,000 cars and 9,500 bikes in a week, 120,000 past sales and 2,000 cars in stock. */
  scale?: number;
  /** The weeks of past sales, by default half a year. */
  pastWeeks?: number;
};

const halfYear = 26;
/** The lots of coming weeks repeat after so many weeks. */
const comingWeeks = 2;
const stockCars = 2000;
/** Days that a place of the stock has the same car, and the cars of a place. */
const cycleDays = 40;
const carsOfPlace = 2;

/** A kind of lots: the share of real volumes, and the share of them in past weeks. */
type Market = {
  houses: readonly House[];
  share: number;
  pastShare: number;
  describe: (random: Random, place: LotPlace, earlier: EarlierCars) => DemoLot;
};

const markets: Readonly<Record<DemoLots, Market>> = {
  cars: {
    houses,
    share: 0.15,
    pastShare: 0.2,
    describe: (random, place, earlier) => {
      const { lot, car } = carLot(random, place, earlier.take(random, place));
      if (lot.outcome === "not sold") earlier.add(place, car);
      return lot;
    },
  },
  bikes: {
    houses: bikeHouses,
    share: 0.9,
    pastShare: 0.08,
    describe: bikeLot,
  },
};

/**
 * Returns the Monday with which data begin that are made on a day, at most a week before
 * the day's own. The weeks are counted from 1970, so that data that are made again later
 * have the same lots in the same weeks, and bids stay on their cars.
 */
export function firstMonday(today: string): string {
  const monday = addDays(today, 1 - weekdayOf(today));
  const week = Math.floor(Date.parse(monday) / (7 * 86_400_000));
  return addDays(monday, -7 * (week % comingWeeks));
}

/** Returns the data that do not belong to a day, by the name of their file. */
export const demoTexts = ({
  seed,
  monday,
  pastWeeks = halfYear,
}: DemoOptions) => ({
  manifest: {
    seed,
    monday,
    pastWeeks,
    comingWeeks,
    pastShares: {
      cars: markets.cars.pastShare,
      bikes: markets.bikes.pastShare,
    },
    stockDays: cycleDays * carsOfPlace,
    stockDaysOfCar: cycleDays,
  } satisfies DemoManifest,
  accounts: demoAccounts,
  bids: demoBids(),
  records: { ...records, ...calendar, ...rateRecords() },
  production: productionRanges(),
  sheets: demoSheets(seed),
});

/**
 * Yields the lots of each day, from the first past week to the last coming week. Week
 * 0 begins on the Monday of the options.
 */
export function* demoDays({
  seed,
  monday,
  scale = 1,
  pastWeeks = halfYear,
}: DemoOptions): Generator<{
  kind: DemoLots;
  week: number;
  weekday: number;
  lots: readonly DemoLot[];
}> {
  const year = newestModelYear(monday);
  for (const kind of ["cars", "bikes"] as const) {
    const market = markets[kind];
    const earlier = earlierCars();
    for (let week = -pastWeeks; week < comingWeeks; week += 1) {
      const isPast = week < 0;
      const share = market.share * (isPast ? market.pastShare : 1) * scale;
      const newId = idsOf(seed);
      for (let weekday = 1; weekday <= 6; weekday += 1) {
        const random = createRandom(`${seed}/${kind}/${week}/${weekday}`);
        const lots = market.houses
          .filter((house) => house.weekdays.includes(weekday))
          .map((house) => saleOf(random, house, share))
          .flatMap((sale) =>
            Array.from({ length: sale.count }, (_, index) => {
              const place = { id: newId(), sale, index, year, isPast, week };
              return market.describe(random, place, earlier);
            }),
          );
        yield { kind, week, weekday, lots };
      }
    }
  }
}

/** Yields the cars at a fixed price, two for each place of the stock. */
export function* demoStock({
  seed,
  monday,
  scale = 1,
}: DemoOptions): Generator<StockCar> {
  const year = newestModelYear(monday);
  const newId = idsOf(seed);
  const random = createRandom(`${seed}/stock`);
  for (let place = 0; place < Math.round(stockCars * scale); place += 1) {
    const first = stockCar(random, { id: newId(), year, cycleDays });
    yield first;
    for (let turn = 1; turn < carsOfPlace; turn += 1)
      yield {
        ...stockCar(random, { id: newId(), year, cycleDays }),
        from: first.from + turn * cycleDays,
      };
  }
}

/** No car of the past sales may be newer than its sale. */
const newestModelYear = (monday: string): number =>
  new Date(Date.parse(monday) - halfYear * 7 * 86_400_000).getUTCFullYear();

/** Returns a function that gives another short id at each call. */
function idsOf(seed: string): () => string {
  const prefix = (hashText(seed) % 36 ** 3).toString(36).padStart(3, "0");
  let last = 0;
  return () => prefix + (last++).toString(36);
}
