import { addDays, isDay, weekdayOf } from "../../../../domain/japanTime";
import { fixedChoices } from "../../../../domain/listing/kinds/kinds";
import type { FilterValue } from "../../../../domain/listing/state";
import { facetCounting, type FacetPlan } from "../../listing/query/facetPlan";
import type {
  ChartAxes,
  ChartWeek,
  IndexQuery,
} from "../../listing/query/listingIndex";
import type { ScannedTable } from "../computed/computedView";
import type { Dictionary } from "../store/dictionary";
import type { CountedColumn, TestPart } from "../store/view";
import {
  columnIndex,
  isListField,
  NotLoaded,
  placedField,
  readerOf,
  typeOf,
} from "./conditions";

type Counts = ArrayLike<number>;

/** A column to count by code, and how the counts are read. */
type Counter<Result> = {
  counted: CountedColumn;
  read: (counts: Counts) => Result;
};

/** The rows by value of a facet, or the bounds of a range. */
type FacetValues =
  | { counts: ReadonlyMap<string, number> }
  | { bounds: { min: number | null; max: number | null } };

type FacetOptions = {
  plan: FacetPlan;
  isLeadingEnough: boolean;
  /** Marks the codes that a value of the filter accepts. */
  partOf: (value: FilterValue) => TestPart;
};

/**
 * Returns the column to count for a facet. With `isLeadingEnough`, values may be left out
 * that are too rare for the `top` of the facet. Throws `NotLoaded` for a facet that only the
 * database counts.
 */
export function facetCounter(
  table: ScannedTable,
  query: IndexQuery,
  { plan, isLeadingEnough, partOf }: FacetOptions,
): Counter<FacetValues> {
  const { id, kind, filter, field } = plan;
  const counting = facetCounting[kind];
  if (counting === "choices")
    return choiceCounter(
      table,
      (fixedChoices[kind]?.({ filter, field }) ?? []).map((choice) => ({
        choice,
        ...partOf({ kind: "choices", values: [choice] }),
      })),
    );
  const use = kind === "days" ? "day" : "value";
  const placed = placedField(query, filter.field);
  const column = columnIndex(table, query, filter.field, use);
  if (kind === "terms" && placed.storage.kind !== "term") throw new NotLoaded();
  if (counting === "entries" && !isListField(placed)) throw new NotLoaded();
  const dictionary = table.dictionary(column);
  const read = readerOf(placed, use);
  const counted = { column, size: dictionary.values.length };
  if (counting === "bounds")
    return {
      counted,
      read: (counts) => ({ bounds: boundsOf(dictionary, counts, read) }),
    };
  const isLeading =
    isLeadingEnough && kind === "terms" && filter.top !== undefined;
  const isKept = isLeading
    ? leadingCodes(plan, query.state.filters[id], dictionary)
    : () => () => true;
  const isNumber = ["integer", "number"].includes(typeOf(placed));
  return {
    counted,
    read: (counts) => {
      const found = new Map<string, number>();
      const isWanted = isKept(counts);
      eachCounted(counts, (code, count) => {
        if (!isWanted(code, count)) return;
        const value = read(dictionary.values[code]);
        if (value === null) return;
        const entries = Array.isArray(value) ? new Set(value) : [value];
        for (const entry of entries) {
          const text = isNumber ? String(Number(entry)) : String(entry);
          found.set(text, (found.get(text) ?? 0) + count);
        }
      });
      return { counts: found };
    },
  };
}

/** Returns the column to count for choices that are tests, not values of the field. */
function choiceCounter(
  table: ScannedTable,
  choices: readonly (TestPart & { choice: string })[],
): Counter<FacetValues> {
  // The tests of one field by one kind read the same column.
  const [{ column } = { column: 0 }] = choices;
  return {
    counted: { column, size: table.dictionary(column).values.length },
    read: (counts) => ({
      counts: new Map(
        choices.flatMap(({ choice, marks }) => {
          let rows = 0;
          for (let code = 0; code < marks.length; code += 1)
            if (marks[code] === 1) rows += counts[code] ?? 0;
          return rows > 0 ? [[choice, rows]] : [];
        }),
      ),
    }),
  };
}

/** Calls back with each code that has rows, without null. */
function eachCounted(
  counts: Counts,
  use: (code: number, count: number) => void,
): void {
  for (let code = 1; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    if (count > 0) use(code, count);
  }
}

function boundsOf(
  { values }: Dictionary,
  counts: Counts,
  read: (raw: unknown) => unknown,
): { min: number | null; max: number | null } {
  let [min, max] = [Infinity, -Infinity];
  eachCounted(counts, (code) => {
    const value = read(values[code]);
    if (typeof value !== "number") return;
    if (value < min) min = value;
    if (value > max) max = value;
  });
  return min > max ? { min: null, max: null } : { min, max };
}

/** Returns which codes a facet with `top` may show: the commonest and the chosen ones. */
function leadingCodes(
  { filter: { top = 0, except = [] } }: FacetPlan,
  chosen: FilterValue | undefined,
  dictionary: Dictionary,
) {
  const values = chosen?.kind === "choices" ? chosen.values : [];
  const codes = new Set(values.map((value) => dictionary.find(Number(value))));
  return (counts: Counts) => {
    const least = leastOfLargest(counts, top + except.length);
    return (code: number, count: number) => count >= least || codes.has(code);
  };
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

/**
 * Returns the column to count for the sum of a field. Throws `NotLoaded` for fractions,
 * because their sum depends on the order in which the database adds them.
 */
export function sumCounter(
  table: ScannedTable,
  query: IndexQuery,
  name: string,
): Counter<{ sum: number; filled: number }> {
  const placed = placedField(query, name);
  if (typeOf(placed) !== "integer") throw new NotLoaded();
  const column = columnIndex(table, query, name, "value");
  const { values } = table.dictionary(column);
  const read = readerOf(placed);
  return {
    counted: { column, size: values.length },
    read: (counts) => {
      let sum = 0;
      let filled = 0;
      eachCounted(counts, (code, count) => {
        const value = read(values[code]);
        if (typeof value !== "number") return;
        sum += count * value;
        filled += count;
      });
      return { sum, filled };
    },
  };
}

/** More counts than this, 32 MB, are left to the database. */
const mostCounts = 8_000_000;

/**
 * Returns the column to count for a chart, by week and value, and how the counts
 * are read. Throws `NotLoaded` for dates that are not loaded by day.
 */
export function chartCounter(
  table: ScannedTable,
  query: IndexQuery,
  { x, y }: ChartAxes,
): Counter<ChartWeek[]> {
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
