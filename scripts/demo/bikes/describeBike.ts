import {
  bikeMakers,
  bikeModels,
  colours,
  type BikeMaker,
  type BikeModel,
  type Colour,
} from "../facts";
import {
  clamp,
  createPicker,
  integer,
  lognormal,
  normal,
  pick,
  type Random,
} from "../random";

/** The scores of a ranked bike, from 1 to 10. */
export type Scores = Record<
  "engine" | "front" | "exterior" | "rear" | "electrics" | "frame",
  number
>;

export type Bike = {
  maker: BikeMaker;
  model: BikeModel;
  year: number;
  /** Age in years on the day of sale. */
  age: number;
  frame: string;
  serial: string;
  grade: string;
  /** cc */
  displacement: number;
  /** km */
  mileage: number;
  colour: Colour;
  /** Null for a bike that is sold for recycling, without an inspection. */
  scores: Scores | null;
  /** Yen. */
  expected: number;
};

const pickMaker = createPicker(bikeMakers, ({ weight }) => weight);
const pickModelOf = new Map(
  bikeMakers.map(({ name }) => [
    name,
    createPicker(
      bikeModels.filter(({ maker }) => maker === name),
      (_, rank) => 1 / (1 + rank * 0.05),
    ),
  ]),
);
const pickColour = createPicker(colours, ({ share, key }) =>
  key === "black" || key === "red" ? share * 2 : share,
);
/** Shares of the overall score by the trade's statistics. */
const pickScore = createPicker(
  [7, 6, 5, 4, 3, 2] as const,
  (_, rank) => [6, 17, 36, 27, 11, 3][rank] ?? 0,
);

const rankedShare = 0.82;
/** In the facts 2025 means that a model is still sold. */
const stillSold = 2025;
const yearlyLoss = 0.1;
const kmPerYear = 3500;

/** Invents a bike whose properties are consistent with each other. */
export function describeBike(random: Random, saleYear: number): Bike {
  const maker = pickMaker(random);
  const model = pickModelOf.get(maker.name)?.(random);
  if (!model) throw new Error(`No bikes of ${maker.name}`);
  const last = model.yearTo >= stillSold ? saleYear : model.yearTo;
  const wanted =
    saleYear - Math.floor(lognormal(random, { median: 12, sigma: 0.8 }));
  const year = clamp(wanted, model.yearFrom, last);
  const age = saleYear - year;
  const moment = (year - model.yearFrom + 0.5) / (last - model.yearFrom + 1);
  const km = lognormal(random, {
    median: kmPerYear * (age * 0.6 + 0.5),
    sigma: 0.7,
  });
  const mileage = Math.round(clamp(km, 1, 120_000));
  const scores = random() < rankedShare ? chooseScores(random) : null;
  const overall = scores ? overallOf(scores) : 1;
  const kept = (1 - yearlyLoss) ** Math.max(0, last - year - 1);
  const top = model.priceFrom + (model.priceTo - model.priceFrom) * kept;
  return {
    maker,
    model,
    year,
    age,
    frame: byTime(model.chassis, moment),
    serial: String(integer(random, 1_000_001, 1_399_999)),
    grade: byTime(model.grades, clamp(moment + normal(random) * 0.3, 0, 0.999)),
    displacement: byTime(
      model.cc,
      clamp(moment + normal(random) * 0.2, 0, 0.999),
    ),
    mileage,
    colour: pickColour(random),
    scores,
    expected: Math.max(8000, top * (0.4 + overall * 0.11)),
  };
}

/** Picks by time: the facts list codes and versions from the oldest to the newest. */
function byTime<T>(items: readonly T[], moment: number): T {
  const item = items[Math.floor(moment * items.length)];
  if (item === undefined) throw new Error("Nothing to pick from");
  return item;
}

function chooseScores(random: Random): Scores {
  const overall = pickScore(random);
  const score = () => clamp(overall + pick(random, [0, 0, 0, 1, 1, 2]), 1, 8);
  return {
    engine: score(),
    front: score(),
    exterior: overall,
    rear: score(),
    electrics: score(),
    frame: score(),
  };
}

/** The overall score of a bike is the lowest of the six. */
export const overallOf = (scores: Scores): number =>
  Math.min(...Object.values(scores));
