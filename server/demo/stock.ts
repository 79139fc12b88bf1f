import { addDays, japanDay } from "../../domain/japanTime";
import {
  readDemoLines,
  stockFile,
  type FeedRow,
  type StockCar,
} from "./demoData";
import type { Demo } from "./saleDay";

/** Days for which a car is reserved before it is sold. */
const reservedDays = 2;

/**
 * Yields the cars at a fixed price on the day of `now` in Japan, about 2,000 at scale
 * 1. The same day always has the same cars.
 */
export async function* stockOn(
  { root, scale, manifest }: Demo,
  now: Date,
): AsyncGenerator<FeedRow> {
  const { stockDays, stockDaysOfCar } = manifest;
  const today = japanDay(now);
  const dayNumber = Date.parse(today) / 86_400_000;
  let index = 0;
  for await (const car of readDemoLines<StockCar>(root, stockFile)) {
    const place = Math.floor((index * stockDaysOfCar) / stockDays);
    index += 1;
    if (Math.floor((place + 1) * scale) === Math.floor(place * scale)) continue;
    const since = dayNumber - car.from;
    const days = since % stockDays;
    if (days >= stockDaysOfCar) continue;
    const { ID } = car.row;
    const status =
      days >= car.soldAfter
        ? "sold"
        : days >= car.soldAfter - reservedDays
          ? "reserved"
          : "available";
    yield {
      ...car.row,
      ID: `${ID}${Math.floor(since / stockDays).toString(36)}`,
      AVAILABLE_FROM: `${addDays(today, -days)} 09:00:00`,
      STATUS: status,
    };
  }
}
