import type { DemoLot } from "../../server/demo/demoData";
import type { Car } from "./describeCar";
import { describeCar } from "./describeCar";
import { market } from "./facts";
import { lotNumber, lotTiming, type HouseSale } from "./houseSale";
import { chooseOutcome } from "./outcome";
import { choosePhotos } from "./photoNames";
import {
  chooseHammerPrice,
  chooseSamples,
  chooseStartPrice,
  expectedPrice,
} from "./price";
import { pick, type Random } from "./random";

/** A place in the catalogue of a sale. */
export type LotPlace = {
  /** Unique in the week. */
  id: string;
  sale: HouseSale;
  index: number;
  /** The newest model year. */
  year: number;
  week: number;
  /** Past sales keep fewer photos and no prices of similar cars. */
  isPast: boolean;
};

/** Returns a lot of a sale; without a car that was seen before, it has a new one. */
export function carLot(
  random: Random,
  { id, sale, index, year, isPast }: LotPlace,
  seenBefore?: Car,
): { lot: DemoLot; car: Car } {
  const { house } = sale;
  const car = seenBefore ?? describeCar(random, house, year);
  const expected = expectedPrice(car, year);
  const startPrice = chooseStartPrice(random, expected);
  const samples = chooseSamples(random, expected);
  const average = samples.reduce((sum, price) => sum + price, 0);
  const lot: DemoLot = {
    ...lotTiming(random, sale, index),
    outcome: chooseOutcome(random, house.sellThroughPct),
    highestBid: chooseHammerPrice(random, { expected, startPrice }),
    row: {
      ID: id,
      LOT: lotNumber(random, sale, index),
      AUCTION: house.name,
      TOWN: house.prefecture,
      MARKA_NAME: car.maker.name,
      MODEL_NAME: car.model.name,
      YEAR: String(car.year),
      ENG_V: String(car.cc),
      PW: String(car.horsePower),
      KUZOV: car.chassis,
      SERIAL: random() < 0.85 ? car.serial : "",
      GRADE: car.grade,
      COLOR: car.colourName,
      KPP: car.gearbox,
      KPP_TYPE: car.isManual ? "1" : "2",
      PRIV: car.drive,
      EQUIP: car.equipment.join(" "),
      RATE: car.condition,
      TIME: car.fuel,
      LHDRIVE: car.isLeftHand ? "1" : "0",
      MILEAGE: random() < 0.01 ? "0" : String(car.mileage),
      START: String(startPrice),
      AVG_PRICE: String(Math.round(average / samples.length)),
      ...(!isPast && { AVG_STRING: samples.join(",") }),
      IMAGES: choosePhotos(random, car, isPast).join("#"),
      INFO: random() < 0.5 ? pick(random, market.remarks) : "",
    },
  };
  return { lot, car };
}
