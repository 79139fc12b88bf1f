import type { StockCar } from "../../server/demo/demoData";
import { describeCar } from "./describeCar";
import { houses, market } from "./facts";
import { choosePhotos } from "./photoNames";
import { expectedPrice } from "./price";
import { integer, pick, type Random } from "./random";

const partnerShare = 0.4;
const yards = [
  { name: "Yokohama yard", supply: "own" },
  { name: "Kobe yard", supply: "own" },
  { name: "Nagoya yard", supply: "own" },
  { name: "AUCNET Shared Inventory", supply: "partner" },
  { name: "ASNET One Price", supply: "partner" },
  { name: "iAUC One Price", supply: "partner" },
  { name: "GAO Stock", supply: "partner" },
] as const;

const fuels: Readonly<Record<string, string>> = {
  G: "petrol",
  D: "diesel",
  H: "hybrid",
  "&": "plug-in hybrid",
  E: "electric",
  L: "gas",
};

/** Returns a car at a fixed price. Most cars sell within the days of the cycle. */
export function stockCar(
  random: Random,
  { id, year, cycleDays }: { id: string; year: number; cycleDays: number },
): StockCar {
  const supply = random() < partnerShare ? "partner" : "own";
  const yard = pick(
    random,
    yards.filter((entry) => entry.supply === supply),
  );
  const car = describeCar(random, pick(random, houses), year);
  const price = Math.ceil((expectedPrice(car, year) * 1.15) / 10_000) * 10_000;
  return {
    from: integer(random, 0, cycleDays - 1),
    soldAfter: 12 + integer(random, 0, cycleDays),
    row: {
      ID: id,
      STOCK_NO: `${supply === "own" ? "S" : "P"}${integer(random, 100_000, 999_999)}`,
      LOCATION: yard.name,
      SUPPLY: supply,
      MAKER: car.maker.name,
      MODEL: car.model.name,
      YEAR: car.year,
      ENGINE: car.cc,
      POWER: car.horsePower,
      CHASSIS: car.chassis,
      SERIAL: car.serial,
      GRADE: car.grade,
      COLOR: car.colourName,
      GEARBOX: car.gearbox,
      DRIVE: car.drive,
      MILEAGE: car.mileage,
      EQUIPMENT: car.equipment.join(" "),
      CONDITION: car.condition,
      PRICE: price,
      FUEL: fuels[car.fuel],
      LEFT_HAND_DRIVE: car.isLeftHand,
      IMAGES: choosePhotos(random, car).join("#"),
      REMARKS: random() < 0.5 ? pick(random, market.remarks) : "",
    },
  };
}
