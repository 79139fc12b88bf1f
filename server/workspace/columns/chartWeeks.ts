import { addDays, isDay, weekdayOf } from "../../../domain/japanTime";
import type { ChartAxes, ChartWeek, IndexQuery } from "../listing/listingIndex";
import type { ColumnTable } from "./columnTable";
import { readerOf } from "./conditions";
import { columnIndex, NotLoaded, placedField } from "./loadedFields";
import type { CountedColumn } from "./view";

/** More counts than this, 32 MB, are left to the database. */
const mostCounts = 8_000_000;

/**
 * Returns the column to count for a chart, by week and value, and how the counts
 * are read. Throws `NotLoaded` for dates that are not loaded by day.
 */
export function chartColumn(
  table: ColumnTable,
  query: IndexQuery,
  { x, y }: ChartAxes,
): { counted: CountedColumn; read: (counts: Uint32Array) => ChartWeek[] } {
  const placed = placedField(query, y);
  if (placedField(query, x).storage.kind !== "column") throw new NotLoaded();
  const days = columnIndex(table, query, x, "day");
  const column = columnIndex(table, query, y, "value");
  const { values } = table.dictionary(column);
  const mondays = table.dictionary(days).values.map(mondayOf);
  const weeks = [...new Set(mondays.filter((day) => day !== null))].toSorted();
  // Part 0 collects rows without a date.
  const partOf = new Map(weeks.map((week, index) => [week, index + 1]));
  const parts = Uint16Array.from(mondays, (monday) =>
    monday === null ? 0 : (partOf.get(monday) ?? 0),
  );
  const stride = values.length;
  const size = stride * (weeks.length + 1);
  if (size > mostCounts) throw new NotLoaded();
  const read = readerOf(placed);
  const ordered = [...values.keys()]
    .flatMap((code) => {
      const value = code > 0 ? read(values[code]) : null;
      return typeof value === "number" ? [{ code, value }] : [];
    })
    .toSorted((a, b) => a.value - b.value);
  return {
    counted: { column, size, by: { column: days, parts, stride } },
    read: (counts) =>
      weeks.flatMap((from, index) => {
        const first = (index + 1) * stride;
        const counted = ordered.flatMap(({ code, value }) => {
          const count = counts[first + code] ?? 0;
          return count > 0 ? [{ value, count }] : [];
        });
        const week = quartilesOf(counted);
        return week ? [{ from, ...week }] : [];
      }),
  };
}

const mondayOf = (day: unknown): string | null =>
  typeof day === "string" && isDay(day)
    ? addDays(day, 1 - weekdayOf(day))
    : null;

/** Returns the quartiles of ascending values as `percentile_disc` of PostgreSQL. */
function quartilesOf(
  counted: readonly { value: number; count: number }[],
): Omit<ChartWeek, "from"> | null {
  const count = counted.reduce((sum, entry) => sum + entry.count, 0);
  const at = (share: number): number => {
    let reached = 0;
    const found = counted.find((entry) => {
      reached += entry.count;
      return reached >= share * count;
    });
    return found?.value ?? 0;
  };
  return count > 0
    ? { count, low: at(0.25), middle: at(0.5), high: at(0.75) }
    : null;
}
