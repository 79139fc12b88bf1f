import { lastYearOf, type Car } from "./describeCar";
import { clamp, integer, normal, pick, type Random } from "./random";

const yearlyLoss = 0.19;
/** The facts give the price of the best trim; most cars are plainer. */
const plainShare = 0.85;
const kmPerYear = 10_000;

/** Price factors of the grades relative to grade 4. */
const conditionFactors = new Map(
  Object.entries({
    S: 1.25,
    "6": 1.25,
    "5": 1.25,
    "4.5": 1.12,
    "4": 1,
    "3.5": 0.85,
    "3": 0.7,
    "2": 0.6,
    "1": 0.5,
    R: 0.65,
    RA: 0.78,
  }),
);
const ungradedFactor = 0.4;

/** Minus 0.8 % for each 1,000 km above 10,000 km a year, plus the same below. */
function mileageFactor({ mileage, age }: Car): number {
  const excess = mileage - kmPerYear * (age + 0.5);
  return clamp(1 - (0.008 * excess) / 1000, 0.4, 1.12);
}

/** The facts list more expensive trims later. */
function trimFactor({ grade, model }: Car): number {
  const rank = model.grades.indexOf(grade) / Math.max(1, model.grades.length);
  return 0.88 + 0.24 * rank;
}

/** Returns the expected price of a car in yen. */
export function expectedPrice(car: Car, saleYear: number): number {
  const { model } = car;
  const yearsOld = lastYearOf(model, saleYear) - car.year;
  const kept = (1 - yearlyLoss) ** Math.max(0, yearsOld - 1);
  const top = model.priceTo * plainShare;
  const base = model.priceFrom + (top - model.priceFrom) * kept;
  const grade = conditionFactors.get(car.condition) ?? ungradedFactor;
  return base * trimFactor(car) * grade * mileageFactor(car);
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}

/** Chooses 45 to 85 % of the expected price; 6 % of lots start at 10,000 yen or less. */
export function chooseStartPrice(random: Random, expected: number): number {
  if (random() < 0.06) return pick(random, [0, 1000, 5000, 10_000, 10_000]);
  const wanted = expected * (0.45 + 0.4 * random());
  return Math.max(5000, roundTo(wanted, wanted < 500_000 ? 5000 : 10_000));
}

/** Chooses the highest bid in yen: the expected price with a deviation (sigma) of 12 %. */
export function chooseHammerPrice(
  random: Random,
  { expected, startPrice }: { expected: number; startPrice: number },
): number {
  const price = roundTo(expected * Math.exp(normal(random) * 0.12), 1000);
  return Math.max(price, startPrice, 1000);
}

/** Chooses past prices of similar cars in yen, for the average in the feed. */
export function chooseSamples(random: Random, expected: number): number[] {
  return Array.from({ length: integer(random, 3, 6) }, () =>
    Math.max(1000, roundTo(expected * Math.exp(normal(random) * 0.15), 1000)),
  );
}
