import type { DemoProduction } from "../../server/demo/demoData";
import { generations } from "./facts";

const firstSerial = 1_000_000;
const serials = 9_000_000;
/** The last year of models that are still built. */
const lastYear = 2026;

const generationOf = new Map(
  generations
    .toReversed()
    .flatMap(({ chassis, from, to }) =>
      chassis.map(
        (code) => [code, { from, to: Math.min(to, lastYear) }] as const,
      ),
    ),
);

/** Returns the years in which cars with a chassis code were built, if they are known. */
const builtYears = (chassis: string) => generationOf.get(chassis);

/**
 * Returns a serial number that grows with the time of production. `share` says when in
 * the year the car was built, from 0 to 1.
 */
export function serialOf(
  chassis: string,
  { year, share }: { year: number; share: number },
): string {
  const built = builtYears(chassis);
  const isKnown = built && year >= built.from && year <= built.to;
  const place = isKnown
    ? (year - built.from + share) / (built.to - built.from + 1)
    : share;
  return String(firstSerial + Math.floor(serials * place));
}

/** Returns the serial numbers of all known chassis codes, for months of production. */
export function productionRanges(): DemoProduction[] {
  const codes = [...new Set(generations.flatMap(({ chassis }) => chassis))];
  return codes.flatMap((chassis) => {
    const built = builtYears(chassis);
    return built ? [{ chassis, ...built, firstSerial, serials }] : [];
  });
}
