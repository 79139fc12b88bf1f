import { fieldType } from "../../../../domain/resource";
import { extraType } from "../../listing/source/extraType";
import type { FacetPlan } from "../../listing/query/facetPlan";
import type {
  ChartAxes,
  ChartWeek,
  Found,
  IndexQuery,
} from "../../listing/query/listingIndex";
import type { FieldUse } from "../load/wantedColumns";
import type { ColumnTable } from "../store/columnTable";
import {
  columnIndex,
  NotLoaded,
  type Placed,
  placedField,
  readerOf,
} from "./conditions";
import type { CountedColumn, Group } from "../store/view";
import { addDays, isDay, weekdayOf } from "../../../../domain/japanTime";

/** A facet with the number of rows by code. */
export type CountedFacet = {
  plan: FacetPlan;
  placed: Placed;
  use: FieldUse;
  column: number;
  total: number;
  counts: ArrayLike<number>;
  /** The codes to read: these, and those with the largest counts. Null reads all. */
  leading: { most: number; codes: ReadonlySet<number | undefined> } | null;
};

/** Returns the counts of facets by value instead of by code. */
export function decodeFacets(
  table: ColumnTable,
  facets: readonly CountedFacet[],
): Pick<Found, "counts" | "facetTotals" | "bounds"> {
  const counts = new Map<string, Map<string, number>>();
  const facetTotals = new Map<string, number>();
  const bounds = new Map<string, { min: number | null; max: number | null }>();
  for (const facet of facets) {
    const { id, kind } = facet.plan;
    facetTotals.set(id, facet.total);
    if (kind.kind === "range") bounds.set(id, boundsOf(table, facet));
    else {
      const ofFacet = countsOf(table, facet);
      if (ofFacet.size > 0) counts.set(id, ofFacet);
    }
  }
  return { counts, facetTotals, bounds };
}

function boundsOf(
  table: ColumnTable,
  { placed, column, counts }: CountedFacet,
): { min: number | null; max: number | null } {
  const read = readerOf(placed);
  const { values } = table.dictionary(column);
  let [min, max] = [Infinity, -Infinity];
  for (let code = 1; code < counts.length; code += 1) {
    if (counts[code] === 0) continue;
    const value = read(values[code]);
    if (typeof value !== "number") continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? { min: null, max: null } : { min, max };
}

function countsOf(
  table: ColumnTable,
  { placed, use, column, counts, leading }: CountedFacet,
): Map<string, number> {
  const read = readerOf(placed, use);
  const { values } = table.dictionary(column);
  const isNumber = ["integer", "number"].includes(
    placed.storage.kind === "extra"
      ? extraType(placed.field)
      : fieldType(placed.field),
  );
  const ofFacet = new Map<string, number>();
  const least = leading ? leastOfLargest(counts, leading.most) : 0;
  for (let code = 1; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    if (count === 0) continue;
    if (count < least && !leading?.codes.has(code)) continue;
    const value = read(values[code]);
    if (value === null) continue;
    const entries = Array.isArray(value) ? new Set(value) : [value];
    for (const entry of entries) {
      const text = isNumber ? String(Number(entry)) : String(entry);
      ofFacet.set(text, (ofFacet.get(text) ?? 0) + count);
    }
  }
  return ofFacet;
}

/** Returns the smallest of the `most` largest counts; 0 if there are fewer. */
function leastOfLargest(counts: ArrayLike<number>, most: number): number {
  const largest = new Uint32Array(most);
  for (let code = 1; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    if (count <= (largest[0] ?? 0)) continue;
    let place = 0;
    for (let next = largest[1]; next !== undefined && next < count;) {
      largest[place] = next;
      place += 1;
      next = largest[place + 1];
    }
    largest[place] = count;
  }
  return largest[0] ?? 0;
}

/** A field to add up over the rows of a list. */
type SummedField = Group["columns"][number] & {
  name: string;
  read: (raw: unknown) => unknown;
};

/**
 * Returns a field to add up. Throws `NotLoaded` for fractions, because their sum
 * depends on the order in which the database adds them.
 */
export function summedField(
  table: ColumnTable,
  query: IndexQuery,
  name: string,
): SummedField {
  const placed = placedField(query, name);
  const { field, storage } = placed;
  const type = storage.kind === "extra" ? extraType(field) : fieldType(field);
  if (type !== "integer") throw new NotLoaded();
  const column = columnIndex(table, query, name, "value");
  const size = table.dictionary(column).values.length;
  return { name, column, size, read: readerOf(placed) };
}

/** Returns the sum of a field from the number of rows by code. */
export function sumOf(
  table: ColumnTable,
  { column, read }: SummedField,
  counts: ArrayLike<number>,
): number {
  const { values } = table.dictionary(column);
  let sum = 0;
  for (let code = 1; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    const value = count > 0 ? read(values[code]) : null;
    if (typeof value === "number") sum += count * value;
  }
  return sum;
}

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
