import { commonTrim } from "./comparables";

/** A car at an auction, as far as it is known. */
export type Sighting = {
  id: string;
  /** The day of the auction in Japan, `YYYY-MM-DD`. */
  day: string;
  /** The number that follows the chassis code; houses may hide some digits. */
  serial: string | null;
  /** The trim, such as `HYBRID G`. */
  trim: string | null;
  /** Kilometres. */
  mileage: number | null;
  /** The rank of the auction grade, 1 for the best. */
  rank: number | null;
};

/** The same chassis number, or a car that is alike in everything known. */
export type Likeness = "same" | "guess";

/** A guess needs a mileage that a car between two auctions can have driven. */
const kilometresADay = 30;
export const mostGuessedKilometres = 5_000;
/** Houses round up to a thousand, so a later mileage may be lower by less. */
const rounding = 1_000;
/** Days between two sightings of a guessed car. */
const mostGuessedDays = 180;
const fewestCommonTrim = 0.6;

/** Returns a chassis number without hidden digits, else null. */
export const wholeSerial = (serial: string | null): string | null =>
  serial !== null && /^[0-9A-Z-]{4,}$/i.test(serial) && !/x{2,}$/i.test(serial)
    ? serial
    : null;

/**
 * Returns whether an earlier sighting with the same chassis code is of the same
 * car. A guess expects that year and colour are the same too. Null for another
 * car and for a sighting that is not earlier.
 */
export function likenessOf(car: Sighting, earlier: Sighting): Likeness | null {
  if (earlier.id === car.id || earlier.day > car.day) return null;
  const [own, other] = [wholeSerial(car.serial), wholeSerial(earlier.serial)];
  if (own !== null && other !== null) return own === other ? "same" : null;
  return isAlike(car, earlier) ? "guess" : null;
}

function isAlike(car: Sighting, earlier: Sighting): boolean {
  if (car.mileage === null || earlier.mileage === null) return false;
  if (car.rank === null || earlier.rank === null) return false;
  const days = (Date.parse(car.day) - Date.parse(earlier.day)) / 86_400_000;
  const driven = car.mileage - earlier.mileage;
  const most = Math.min(
    rounding + kilometresADay * days,
    mostGuessedKilometres,
  );
  return (
    days <= mostGuessedDays &&
    driven > -rounding &&
    driven <= most &&
    Math.abs(car.rank - earlier.rank) <= 1 &&
    commonTrim(car.trim, earlier.trim) >= fewestCommonTrim
  );
}

/** A mileage in km that is lower than it was on an earlier day. */
export type MileageDrop = {
  from: number;
  fromDay: string;
  to: number;
  toDay: string;
};

type Reading = Pick<Sighting, "day" | "mileage">;

/** A smaller fall in km, or in parts of the earlier mileage, is a typing error. */
const leastDrop = { kilometres: 200, part: 0.01 };
/** From this part of the earlier mileage on, a typing error is unlikely. */
const seriousPart = 0.05;

/** Returns whether a drop is large enough to suspect that the meter was changed. */
export const isSeriousDrop = ({
  from,
  to,
}: Pick<MileageDrop, "from" | "to">): boolean =>
  from - to >= from * seriousPart;

/**
 * Returns every drop of the mileage between one day on which a car was seen and the
 * next. A difference that rounding to a thousand or a typing error explains is no drop.
 * Of several readings of a day, the highest counts against later days and the lowest
 * against earlier ones: houses offer a car twice a day in an unknown order.
 */
export function mileageDrops(sightings: readonly Reading[]): MileageDrop[] {
  const days = new Map<string, number[]>();
  for (const { day, mileage } of sightings)
    if (mileage !== null) days.set(day, [...(days.get(day) ?? []), mileage]);
  const read = [...days].toSorted(([a], [b]) => a.localeCompare(b));
  return read.flatMap(([toDay, later], index) => {
    const [fromDay, earlier] = read[index - 1] ?? [];
    if (fromDay === undefined || !earlier) return [];
    const [from, to] = [Math.max(...earlier), Math.min(...later)];
    const isRounded = [from, to].some((mileage) => mileage % rounding === 0);
    const least = Math.max(
      leastDrop.kilometres,
      from * leastDrop.part,
      isRounded ? rounding : 0,
    );
    return from - to > least ? [{ from, fromDay, to, toDay }] : [];
  });
}
