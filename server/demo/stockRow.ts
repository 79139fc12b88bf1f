import { addDays, japanDay } from "../../domain/japanTime";
import { describeCar } from "./describeCar";
import { houses, market } from "./facts";
import { choosePhotos } from "./photoNames";
import { expectedPrice } from "./price";
import { createRandom, hashText, pick } from "./random";

/** Cars at a fixed price at scale 1. */
const stockCount = 2000;
/** Days that a place of the stock has the same car. */
const cycleDays = 40;
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

/** Returns the status after so many days: most cars sell within the cycle. */
function statusAfter(days: number, luck: number): string {
  const soldAfter = 12 + luck * 40;
  if (days >= soldAfter) return "sold";
  return days >= soldAfter - 2 ? "reserved" : "available";
}

const fuels: Readonly<Record<string, string>> = {
  G: "petrol",
  D: "diesel",
  H: "hybrid",
  "&": "plug-in hybrid",
  E: "electric",
  L: "gas",
};

/**
 * Yields the cars at a fixed price on the day of `now` in Japan, about 2,000 at
 * scale 1. Each place of the stock gets another car every 40 days, so that the same
 * seed and day give the same cars.
 */
export function* generateStock({
  seed,
  scale,
  now,
}: {
  seed: string;
  scale: number;
  now: Date;
}) {
  const today = japanDay(now);
  const dayNumber = Math.floor(Date.parse(today) / 86_400_000);
  for (let place = 0; place < Math.round(stockCount * scale); place += 1) {
    const shifted = dayNumber + (hashText(`${seed}/${place}`, 3) % cycleDays);
    const key = `${seed}/stock/${place}/${Math.floor(shifted / cycleDays)}`;
    yield stockRow(key, { days: shifted % cycleDays, today });
  }
}

function stockRow(
  key: string,
  { days, today }: { days: number; today: string },
) {
  const random = createRandom(key);
  const since = addDays(today, -days);
  const saleYear = Number(since.slice(0, 4));
  const supply = random() < partnerShare ? "partner" : "own";
  const yard = pick(
    random,
    yards.filter((entry) => entry.supply === supply),
  );
  const car = describeCar(random, pick(random, houses), saleYear);
  const price =
    Math.ceil((expectedPrice(car, saleYear) * 1.15) / 10_000) * 10_000;
  return {
    ID: hashText(key, 1).toString(36) + hashText(key, 2).toString(36),
    STOCK_NO: `${supply === "own" ? "S" : "P"}${100_000 + (hashText(key, 4) % 900_000)}`,
    LOCATION: yard.name,
    AVAILABLE_FROM: `${since} 09:00:00`,
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
    STATUS: statusAfter(days, random()),
    FUEL: fuels[car.fuel],
    LEFT_HAND_DRIVE: car.isLeftHand,
    IMAGES: choosePhotos(random, car).join("#"),
    REMARKS: random() < 0.5 ? pick(random, market.remarks) : "",
  };
}
