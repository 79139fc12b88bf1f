import type { Car } from "./describeCar";
import { earlierSale, type HouseSale } from "./houseSale";
import { feedStatuses, type FeedStatus } from "./outcome";
import { hashText } from "./random";

/** Of a thousand lots, the cars that were not sold some weeks before. */
const seenInThousand = 40;
/** Of the cars seen before, every eighth has a lower mileage now. */
const setBackEvery = 8;
const mostWeeks = 4;
const attempts = 5;
/** The past sales of the demo have a third of the lots of a present sale. */
const shareInPast = 0.3;

type Place = { sale: HouseSale; index: number };

/**
 * Returns the car of a lot that was offered by the same house before and not
 * sold, with its mileage of today; null for most lots.
 */
export function carSeenBefore(
  { sale, index }: Place,
  lotAt: (place: Place) => { car: Car; outcome: FeedStatus },
): Car | null {
  const key = `${sale.key}/${index}`;
  const choose = (salt: number, count: number) => hashText(key, salt) % count;
  const shared = Math.floor(sale.count * shareInPast);
  if (choose(21, 1000) >= seenInThousand || shared === 0) return null;
  const before = earlierSale(sale, 1 + choose(22, mostWeeks));
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const place = { sale: before, index: choose(30 + attempt, shared) };
    const { car, outcome } = lotAt(place);
    if (outcome !== feedStatuses.notSold) continue;
    const isSetBack = choose(23, setBackEvery) === 0;
    const mileage = isSetBack
      ? Math.round(car.mileage * 0.62)
      : car.mileage + choose(24, 40);
    return { ...car, mileage };
  }
  return null;
}
