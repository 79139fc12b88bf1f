import { sql } from "kysely";
import type { Context } from "../workspace/context";
import { saveAppState, readAppState } from "./appState";
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
  if (await readAppState(database, key)) return;
  const codes = [...new Set(generations.flatMap(({ chassis }) => chassis))];
  const rows = codes.flatMap((chassis) => {
    const built = builtYears(chassis);
    return built ? [{ chassis, ...built }] : [];
  });
  await sql`
    insert into production_months (chassis, first_serial, last_serial, month)
    select chassis, ${firstSerial} + ${serials}::bigint * place / count,
      ${firstSerial} + ${serials}::bigint * (place + 1) / count - 1,
      make_date("from" + place / 12, place % 12 + 1, 1)
    from (select *, ("to" - "from" + 1) * 12 as count
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as built (chassis text, "from" int, "to" int)) as codes,
      generate_series(0, count - 1) as place
    on conflict do nothing`.execute(database.longRunning);
  await saveAppState(database, key, { codes: codes.length });
}
