import type { Colour, House, Model } from "./facts";
import { colours, conditions, equipment, generations, market } from "./facts";
import type { MakerModel } from "./carChoice";
import { chooseModel } from "./carChoice";
import type { Engine } from "./carEngine";
import { chooseEngine } from "./carEngine";
import { serialOf } from "./serials";
import type { Random } from "./random";
import {
  clamp,
  createPicker,
  integer,
  lognormal,
  normal,
  pick,
} from "./random";

export type Car = MakerModel &
  Engine & {
    year: number;
    /** Age in years on the day of sale. */
    age: number;
    chassis: string;
    serial: string;
    grade: string;
    /** Odometer in km. */
    mileage: number;
    condition: string;
    colour: Colour;
    colourName: string;
    equipment: string[];
    isLeftHand: boolean;
  };

/** In the facts 2025 means that a model is still sold. */
const stillSold = 2025;

/** Returns the last year of a model's production, at most the year of the sale. */
export function lastYearOf(model: Model, saleYear: number): number {
  return model.yearTo >= stillSold ? saleYear : model.yearTo;
}

function chooseYear(random: Random, model: Model, saleYear: number): number {
  const last = lastYearOf(model, saleYear);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const age = Math.floor(lognormal(random, { median: 9, sigma: 0.7 }));
    const year = saleYear - age;
    if (year >= model.yearFrom && year <= last) return year;
  }
  return integer(random, Math.max(model.yearFrom, last - 12), last);
}

/** Picks by time: the facts list codes and trims from the oldest to the newest. */
function pickByTime<T>(
  random: Random,
  items: readonly T[],
  { moment, spread }: { moment: number; spread: number },
): T {
  const place = (moment + normal(random) * spread) * items.length;
  const item = items[clamp(Math.floor(place), 0, items.length - 1)];
  if (item === undefined) throw new Error("Nothing to pick from");
  return item;
}

/** Chooses a chassis code of the generation that was sold in the year, if known. */
function chooseChassis(
  random: Random,
  model: Model,
  { year, moment }: { year: number; moment: number },
): string {
  const generation = generations.find(
    ({ model: id, from, to }) => id === model.id && year >= from && year <= to,
  );
  return generation
    ? pick(random, generation.chassis)
    : pickByTime(random, model.chassis, { moment, spread: 0.07 });
}

function chooseMileage(random: Random, model: Model, age: number): number {
  const perYear = market.hardWorkedBodies.includes(model.body) ? 15000 : 9000;
  const median = perYear * (age + 0.4) * Math.exp(-age * 0.015);
  const km = clamp(lognormal(random, { median, sigma: 0.5 }), 4, 480_000);
  return random() < 0.35 ? Math.ceil(km / 1000) * 1000 : Math.round(km);
}

const conditionPickers = conditions.map(({ maxAge, shares }) => ({
  maxAge,
  pickCondition: createPicker(shares, ({ share }) => share),
}));

const mileageBounds = [
  { condition: "S", below: 10_000, next: "6" },
  { condition: "6", below: 30_000, next: "5" },
  { condition: "5", below: 60_000, next: "4.5" },
  { condition: "4.5", below: 100_000, next: "4" },
  { condition: "4", below: 150_000, next: "3.5" },
];

/** Chooses a grade by age, no better than the mileage allows. */
function chooseCondition(random: Random, age: number, mileage: number): string {
  const band = conditionPickers.find(({ maxAge }) => age <= maxAge);
  let condition = band?.pickCondition(random).grade ?? "4";
  for (const bound of mileageBounds) {
    if (condition === bound.condition && mileage >= bound.below) {
      condition = bound.next;
    }
  }
  return condition;
}

const pickColour = createPicker(colours, ({ share }) => share);
const steeringShares = new Map(Object.entries(market.steeringSideShares));

const equipmentLines = equipment.map((line) => ({
  share: line.share,
  from: line.from,
  bodies: line.bodies,
  pickCode: createPicker(line.codes, (_, rank) => line.shares?.[rank] ?? 1),
}));

/** Chooses equipment codes that fit the body and the year, usually 5 to 9. */
function chooseEquipment(random: Random, model: Model, year: number): string[] {
  const isPlain = market.plainBodies.includes(model.body);
  return equipmentLines
    .filter(({ from, bodies }) => {
      return year >= from && (bodies?.includes(model.body) ?? true);
    })
    .filter(({ share }) => random() < (isPlain ? share * share : share))
    .map(({ pickCode }) => pickCode(random));
}

/** Invents a car whose properties are consistent with each other. */
export function describeCar(
  random: Random,
  house: House,
  saleYear: number,
): Car {
  const car = chooseModel(random, house);
  const { maker, model } = car;
  const year = chooseYear(random, model, saleYear);
  const age = saleYear - year;
  const years = lastYearOf(model, saleYear) - model.yearFrom + 1;
  const moment = (year - model.yearFrom + 0.5) / years;
  const chassis = chooseChassis(random, model, { year, moment });
  const grade = pickByTime(random, model.grades, { moment, spread: 0.3 });
  const mileage = chooseMileage(random, model, age);
  const colour = pickColour(random);
  return {
    ...car,
    ...chooseEngine(random, car, { chassis, grade }),
    year,
    age,
    chassis,
    serial: serialOf(chassis, { year, share: serialShare(random) }),
    grade,
    mileage,
    condition: chooseCondition(random, age, mileage),
    colour,
    colourName: pick(random, colour.names),
    equipment: chooseEquipment(random, model, year),
    isLeftHand: random() < (steeringShares.get(maker.country) ?? 0),
  };
}

/** Returns a share from 0 to 1 with seven digits. */
function serialShare(random: Random): number {
  const digits =
    integer(random, 0, 8) * 1_000_000 + integer(random, 0, 999_999);
  return digits / 9_000_000;
}
