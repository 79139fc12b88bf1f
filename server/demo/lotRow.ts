import { japanClock } from "../../domain/japanTime";
import type { Car } from "./describeCar";
import { describeCar } from "./describeCar";
import { market } from "./facts";
import type { HouseSale, LotTiming } from "./houseSale";
import { lotNumber, lotTiming } from "./houseSale";
import { choosePhotos } from "./photoNames";
import { chooseOutcome, isSold, statusAt, type FeedStatus } from "./outcome";
import {
  chooseHammerPrice,
  chooseSamples,
  chooseStartPrice,
  expectedPrice,
} from "./price";
import { createRandom, hashText, pick, type Random } from "./random";
import { carSeenBefore } from "./seenBefore";

/** A lot in the format of the AJES feed: flat, all values are text. */
export type AjesRow = ReturnType<typeof lotRow> & {
  /** The id of the bid of the portal that bought the lot. */
  WINNING_BID?: string;
};

function japanTime(instant: number): string {
  const { day, time } = japanClock(new Date(instant));
  return `${day} ${time}`;
}

/** Some houses write a comma between thousands. */
function numberWriter({ house }: HouseSale): (value: number) => string {
  if (hashText(house.code) % 5 > 0) return String;
  return (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function sourceId(sale: HouseSale, index: number): string {
  const key = `${sale.key}/${index}`;
  const parts = [11, 12].map((salt) => hashText(key, salt).toString(36));
  return parts.map((part) => part.padStart(7, "0")).join("");
}

function carColumns(car: Car, write: (value: number) => string) {
  return {
    MARKA_ID: String(car.maker.id),
    MODEL_ID: String(car.model.id),
    MARKA_NAME: car.maker.name,
    MODEL_NAME: car.model.name,
    YEAR: String(car.year),
    ENG_V: write(car.cc),
    PW: String(car.horsePower),
    KUZOV: car.chassis,
    GRADE: car.grade,
    COLOR: car.colourName,
    KPP: car.gearbox,
    KPP_TYPE: car.isManual ? "1" : "2",
    PRIV: car.drive,
    EQUIP: car.equipment.join(" "),
    RATE: car.condition,
    TIME: car.fuel,
    LHDRIVE: car.isLeftHand ? "1" : "0",
  };
}

type GeneratedLot = {
  random: Random;
  car: Car;
  expected: number;
  startPrice: number;
  hammer: number;
  outcome: FeedStatus;
};

/** Generates a lot up to its prices; `random` continues with the other columns. */
function generateLot(place: Omit<LotPlace, "timing">): GeneratedLot {
  const { sale, index } = place;
  const { house } = sale;
  const random = createRandom(`${sale.key}/${index}`);
  const saleYear = Number(sale.day.slice(0, 4));
  // The numbers that follow are the same for a car that was seen before.
  const drawn = describeCar(random, house, saleYear);
  const car = carSeenBefore(place, generateLot) ?? drawn;
  const expected = expectedPrice(car, saleYear);
  const startPrice = chooseStartPrice(random, expected);
  const hammer = chooseHammerPrice(random, { expected, startPrice });
  const outcome = chooseOutcome(random, house.sellThroughPct);
  return { random, car, expected, startPrice, hammer, outcome };
}

/**
 * Returns how the auction of a lot ends without bids of the portal: its outcome,
 * and the highest bid in yen, which the seller may have refused.
 */
export function lotOutcome(
  place: LotPlace,
): Pick<ReturnType<typeof generateLot>, "startPrice" | "hammer" | "outcome"> {
  return generateLot(place);
}

/**
 * Returns one lot of a sale as it is in the feed at an instant (ms since 1970).
 * Only STATUS and FINISH depend on the instant.
 */
export function lotRow(place: LotPlace, instant: number) {
  const { sale, index, timing } = place;
  const { house } = sale;
  const lot = generateLot(place);
  const { random, car, expected, startPrice, hammer } = lot;
  const write = numberWriter(sale);
  const samples = chooseSamples(random, expected);
  const average = samples.reduce((sum, price) => sum + price, 0);
  const status = statusAt(instant, timing, lot.outcome);
  return {
    ID: sourceId(sale, index),
    LOT: lotNumber(sale, index),
    AUCTION_TYPE: house.group,
    AUCTION_DATE: japanTime(timing.startsAt),
    AUCTION: house.name,
    TOWN: house.prefecture,
    ...carColumns(car, write),
    MILEAGE: random() < 0.01 ? "0" : write(car.mileage),
    START: write(startPrice),
    FINISH: isSold(status) ? write(hammer) : "0",
    STATUS: status,
    AVG_PRICE: write(Math.round(average / samples.length)),
    AVG_STRING: samples.join(","),
    IMAGES: choosePhotos(random, car).join("#"),
    SERIAL: random() < 0.85 ? car.serial : "",
    INFO: random() < 0.5 ? pick(random, market.remarks) : "",
  };
}

export type LotPlace = { sale: HouseSale; index: number; timing: LotTiming };

/** Yields the lots of a sale in the order of their numbers. */
export function* lotPlaces(sale: HouseSale): Generator<LotPlace> {
  for (let index = 0; index < sale.count; index += 1) {
    yield { sale, index, timing: lotTiming(sale, index) };
  }
}
