import type { House, Maker, Model } from "./facts";
import { makers, market, models } from "./facts";
import type { Random } from "./random";
import { createPicker } from "./random";

export type MakerModel = { maker: Maker; model: Model };

const makerByName = new Map(makers.map((maker) => [maker.name, maker]));
const modelsByMaker = new Map(
  makers.map(({ name }) => [
    name,
    models.filter((model) => model.maker === name),
  ]),
);

/** The facts list a maker's models by popularity; cheaper models weigh more. */
function rankWeight(model: Model): number {
  const rank = modelsByMaker.get(model.maker)?.indexOf(model) ?? 0;
  return 1 / (1 + rank * 0.12) / model.priceTo ** 0.5;
}

function makerOf(model: Model): Maker {
  const maker = makerByName.get(model.maker);
  if (!maker) throw new Error(`Model ${model.name} has no maker`);
  return maker;
}

const totalRank = new Map(
  [...modelsByMaker].map(([name, list]) => [
    name,
    list.reduce((sum, model) => sum + rankWeight(model), 0),
  ]),
);

function marketWeight(model: Model): number {
  const total = totalRank.get(model.maker) ?? 1;
  return (makerOf(model).weight * rankWeight(model)) / total;
}

const isTruck = (model: Model) => market.truckPoolBodies.includes(model.body);
const pickAny = createPicker(models, marketWeight);
const pickTruck = createPicker(models.filter(isTruck), marketWeight);
const pickOfMaker = new Map(
  [...modelsByMaker].map(([name, list]) => [
    name,
    createPicker(list, rankWeight),
  ]),
);
const groupMakers = new Map(Object.entries(market.groupMakers));

function pickModel(random: Random, house: House): Model {
  const own = groupMakers.get(house.group);
  const pickOwn = own === undefined ? undefined : pickOfMaker.get(own);
  if (pickOwn && random() < market.groupMakerShare) return pickOwn(random);
  return house.type === "truck" ? pickTruck(random) : pickAny(random);
}

/** Chooses a model for an auction house. Houses of makers sell mostly that maker. */
export function chooseModel(random: Random, house: House): MakerModel {
  const model = pickModel(random, house);
  return { maker: makerOf(model), model };
}
