import bikeHouses from "../facts/bikeHouses.json";
import bikeMakers from "../facts/bikeMakers.json";
import bikeModels from "../facts/bikeModels.json";
import type { Market } from "../houseSale";

export type BikeMaker = (typeof bikeMakers)[number];
/** A model with its years, versions, engines and band of hammer prices in yen. */
export type BikeModel = (typeof bikeModels)[number];

export { bikeMakers, bikeModels };

/** The auctions of bikes: about 10,000 lots in a week at scale 1. */
export const bikeMarket: Market = { houses: bikeHouses, share: 0.9 };
