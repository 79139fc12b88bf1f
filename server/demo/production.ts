import { addProductionMonths } from "../catalog";
import type { Context } from "../workspace/context";
import { saveDemoValue, readDemoValue } from "./demoValues";
import { generations } from "./facts";

const firstSerial = 1_000_000;
const serials = 9_000_000;
/** The last year of models that are still built. */
const lastYear = 2026;
const key = "demo production months";

/** Returns the years in which cars with a chassis code were built, if they are known. */
function builtYears(chassis: string) {
  const found = generations.find((one) => one.chassis.includes(chassis));
  return found && { from: found.from, to: Math.min(found.to, lastYear) };
}

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

/** Returns the month of production of a serial number, 1 to 12; 1 if it is unknown. */
export function builtMonth(chassis: string, serial: string): number {
  const built = builtYears(chassis);
  if (!built || serial === "") return 1;
  const months = (built.to - built.from + 1) * 12;
  const place = ((Number(serial) - firstSerial) * months) / serials;
  return (Math.floor(place) % 12) + 1;
}

/**
 * Fills the table of production months for the chassis codes of the demo, once. The
 * months divide the serial numbers as `serialOf` does.
 */
export async function seedProductionMonths({
  database,
}: Pick<Context, "database">): Promise<void> {
  if (await readDemoValue(database, key)) return;
  const codes = [...new Set(generations.flatMap(({ chassis }) => chassis))];
  const rows = codes.flatMap((chassis) => {
    const built = builtYears(chassis);
    return built ? [{ chassis, ...built, firstSerial, serials }] : [];
  });
  await addProductionMonths(database, rows);
  await saveDemoValue(database, key, { codes: codes.length });
}
