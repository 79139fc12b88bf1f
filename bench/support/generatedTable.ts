import { addDays } from "../../domain/japanTime";
import type { RawValue } from "../../server/workspace/columns/store/dictionary";
import {
  createColumnTable,
  type ColumnTable,
} from "../../server/workspace/columns/store/columnTable";
import { firstDay } from "./generatedLots";

const dayMinutes = 1_440;

/** Returns pseudo-random numbers from 0 to below 1; the same ones in each run. */
function seededNumbers(): () => number {
  let state = 12_345;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function lotValues(n: number, random: () => number): Record<string, RawValue> {
  const upTo = (end: number) => Math.floor(random() * end);
  const skewed = (end: number, power: number) =>
    Math.floor(random() ** power * end);
  const minute = upTo(7 * dayMinutes);
  const start = Date.parse(`${firstDay}T00:00:00+09:00`);
  const maker = 1 + skewed(60, 3);
  return {
    "lotNo.text": String(1 + (n % 90_000)),
    auctionDate: (start + minute * 60_000) * 1_000,
    "auctionDate.day": addDays(firstDay, Math.floor(minute / dayMinutes)),
    auctionName: 1 + skewed(40, 2),
    maker,
    model: 1 + ((maker - 1 + 60 * skewed(30, 2)) % 1_800),
    chassis: 1 + upTo(6_000),
    condition: 1 + upTo(14),
    gearbox: 1 + upTo(6),
    color: 1 + skewed(16, 2),
    status: 4_531 + upTo(5),
    year: 1_995 + skewed(31, 0.5),
    engine: 660 + 20 * upTo(120),
    mileage: 1_000 * upTo(200),
    startPrice: 5_000 * skewed(600, 2),
  };
}

/**
 * Returns a table of these columns with lots that are spread as unevenly as those
 * of `generateLots`. The same count makes the same rows.
 */
export function generateTable(
  columns: readonly string[],
  count: number,
): ColumnTable {
  const table = createColumnTable(columns);
  const random = seededNumbers();
  for (let id = 1; id <= count; id += 1) {
    const values = lotValues(id, random);
    table.put({
      id,
      version: id,
      values: columns.map((name) => values[name] ?? null),
    });
  }
  table.publish();
  return table;
}
