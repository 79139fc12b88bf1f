import bikeHouses from "./facts/bikeHouses.json";
import bikeMakers from "./facts/bikeMakers.json";
import bikeModels from "./facts/bikeModels.json";
import colours from "./facts/colours.json";
import conditions from "./facts/conditions.json";
import equipment from "./facts/equipment.json";
import generations from "./facts/generations.json";
import houses from "./facts/houses.json";
import makers from "./facts/makers.json";
import market from "./facts/market.json";
import models from "./facts/models.json";

/** An auction house with its sale weekdays (1 = Monday) and weekly volume. */
export type House = (typeof houses)[number];
export type Maker = (typeof makers)[number];
/** A model with its years, trims, engines and band of hammer prices in yen. */
export type Model = (typeof models)[number];
export type BikeMaker = (typeof bikeMakers)[number];
/** A model with its years, versions, engines and band of hammer prices in yen. */
export type BikeModel = (typeof bikeModels)[number];
export type Colour = (typeof colours)[number];

export {
  bikeHouses,
  bikeMakers,
  bikeModels,
  colours,
  conditions,
  equipment,
  generations,
  houses,
  makers,
  market,
  models,
};
