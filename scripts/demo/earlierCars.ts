import type { LotPlace } from "./carRow";
import type { Car } from "./describeCar";
import { pick, type Random } from "./random";

export type EarlierCars = ReturnType<typeof earlierCars>;

/** The share of the lots whose car was not sold some weeks before. */
const seenShare = 0.04;
/** Of the cars seen before, every eighth has a lower mileage now. */
const setBackShare = 1 / 8;
const mostWeeks = 4;

/** Remembers the cars that a house did not sell, and offers some of them again. */
export function earlierCars() {
  const unsold = new Map<string, { week: number; car: Car }[]>();
  return {
    add({ week, sale }: LotPlace, car: Car): void {
      const cars = unsold.get(sale.house.code) ?? [];
      unsold.set(sale.house.code, cars);
      cars.push({ week, car });
    },
    take(random: Random, { week, sale }: LotPlace): Car | undefined {
      if (random() >= seenShare) return undefined;
      const recent = (unsold.get(sale.house.code) ?? []).filter(
        (seen) => seen.week >= week - mostWeeks,
      );
      unsold.set(sale.house.code, recent);
      const earlier = recent.filter((seen) => seen.week < week);
      if (earlier.length === 0) return undefined;
      const { car } = pick(random, earlier);
      const isSetBack = random() < setBackShare;
      const mileage = isSetBack
        ? Math.round(car.mileage * 0.62)
        : car.mileage + Math.floor(random() * 40);
      return { ...car, mileage };
    },
  };
}
