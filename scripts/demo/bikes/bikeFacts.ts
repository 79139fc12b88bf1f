import houses from "../facts/bikeHouses.json";
import bikeMakers from "../facts/bikeMakers.json";
import bikeModels from "../facts/bikeModels.json";

export type BikeMaker = (typeof bikeMakers)[number];
/** A model with its years, versions, engines and band of hammer prices in yen. */
export type BikeModel = (typeof bikeModels)[number];

export { bikeMakers, bikeModels, houses as bikeHouses };
