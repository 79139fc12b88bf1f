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
export type Colour = (typeof colours)[number];

export {
  colours,
  conditions,
  equipment,
  generations,
  houses,
  makers,
  market,
  models,
};
