import type { FixedCondition } from "../../../../domain/listing/fixedConditions";
import { japanDay } from "../../../../domain/japanTime";
import { testOf } from "../../../../domain/listing/kinds/kinds";
import type { FilterValue } from "../../../../domain/listing/state";
import { filterId, type Filter } from "../../../../domain/resource";
import { facetPlans } from "../../listing/query/facetPlan";
import type {
  Asked,
  Found,
  IndexQuery,
  PagePart,
} from "../../listing/query/listingIndex";
import {
  chosenOrder,
  extraTime,
  startOfMinute,
} from "../../listing/query/listingOrder";
import { searchName } from "../../listing/query/narrowing";
import { searchParameter } from "../../listing/query/shownWords";
import type { ScannedTable } from "../computed/computedView";
import {
  codeOf,
  idAt,
  versionAt,
  type CountedColumn,
  type Group,
  type PageOrder,
  type Scan,
  type Scanned,
  type Test,
  type TestPart,
  type View,
} from "../store/view";
import {
  acceptedBy,
  acceptedBySearch,
  columnIndex,
  NotLoaded,
  placedField,
  required,
  type Accepted,
  type Placed,
  type Tested,
  type WordOf,
} from "./conditions";
import { clausesOf } from "./fixedTests";
import { chartCounter, facetCounter, sumCounter } from "./counts";
import {
  possibleValues,
  sortingOf,
  type createRanks,
  type Past,
} from "./order";
import { testPart } from "./testPart";
import type { LowerText } from "./words";

type CompileContext = {
  table: ScannedTable;
  view: View;
  ranks: ReturnType<typeof createRanks>;
  /** Returns a word of a dictionary. All words of the table are loaded. */
  word: (dictionary: string, id: number) => ReturnType<WordOf>;
  /** The ids of words that a search has found, by field. */
  searched: ReadonlyMap<string, readonly number[]>;
  /** Makes the texts of the query lower. */
  lower: LowerText;
  now: Date;
};

/** A query as a scan of a table, and how its result is read. */
type CompiledScan = {
  scan: Scan;
  read(scanned: Scanned): Omit<Found, "version">;
};

/** Returns the scan of a query, or null if the table lacks a part of it. */
export function compileScan(
  context: CompileContext,
  query: IndexQuery,
  asked: Asked,
): CompiledScan | null {
  try {
    return compile(context, query, asked);
  } catch (error) {
    if (error instanceof NotLoaded) return null;
    throw error;
  }
}

function compile(
  context: CompileContext,
  query: IndexQuery,
  { page, facets = [], sums = [], chart, isLeadingEnough = false }: Asked,
): CompiledScan {
  const { table, view } = context;
  const chosen = chosenTests(context, query);
  const fixed = (query.where ?? []).flatMap((condition) =>
    fixedTests(context, query, condition),
  );
  const tests = [...fixed, ...chosen.values()]
    .map((parts) => ({ parts, rows: rowsOf(view, parts) }))
    .sort((a, b) => a.rows - b.rows);
  const all = [...chosen.keys()];
  const { groups, count, totalOf } = createGroups(view, tests, (names) => [
    ...fixed,
    ...names.map((name) => required(chosen.get(name))),
  ]);
  // The first group is that of the page.
  const total = totalOf(all);
  const totalUnfiltered = totalOf([]);
  const plans =
    facets.length > 0 ? facetPlans(query.source, query, { chosen }) : [];
  const counted = plans
    .filter(({ id }) => facets === "all" || facets.includes(id))
    .map((plan) => ({
      id: plan.id,
      total: totalOf(plan.within),
      values: count(
        plan.within,
        facetCounter(table, query, {
          plan,
          isLeadingEnough,
          partOf: (choice) => filterPart(context, query, plan.filter, choice),
        }),
      ),
    }));
  const summed = sums.map(
    (name) => [name, count(all, sumCounter(table, query, name))] as const,
  );
  const charted = chart && count(all, chartCounter(table, query, chart));
  return {
    scan: {
      tests,
      groups,
      page: page ? orderOf(context, query, { ...page, tests }) : null,
    },
    read: (scanned) => {
      const counts = new Map<string, ReadonlyMap<string, number>>();
      const bounds = new Map<
        string,
        { min: number | null; max: number | null }
      >();
      for (const { id, values } of counted) {
        const found = values(scanned);
        if ("bounds" in found) bounds.set(id, found.bounds);
        else if (found.counts.size > 0) counts.set(id, found.counts);
      }
      return {
        ids: Array.from(scanned.rows, (row) => String(idAt(view, row))),
        versions: Array.from(scanned.rows, (row) => versionAt(view, row)),
        total: total(scanned),
        totalUnfiltered: totalUnfiltered(scanned),
        facetTotals: new Map(
          counted.map((facet) => [facet.id, facet.total(scanned)]),
        ),
        counts,
        bounds,
        ...readSums(
          summed.map(([name, read]) => [name, read(scanned)] as const),
        ),
        ...(charted && { chart: charted(scanned) }),
        ...(query.formulas && {
          computed: readComputed(context, query.formulas, scanned.rows),
        }),
      };
    },
  };
}

const readSums = (
  added: readonly (readonly [string, { sum: number; filled: number }])[],
): Pick<Found, "sums" | "filled"> => ({
  sums: Object.fromEntries(added.map(([name, { sum }]) => [name, sum])),
  filled: Object.fromEntries(added.map(([name, { filled }]) => [name, filled])),
});

/** Returns the values of computed fields for the rows of a page. */
function readComputed(
  { table, view }: CompileContext,
  { byField }: NonNullable<IndexQuery["formulas"]>,
  rows: Uint32Array,
): NonNullable<Found["computed"]> {
  return new Map(
    [...byField.keys()].map((name) => {
      const column = table.columns.indexOf(name);
      const { values } = table.dictionary(column);
      const read = (row: number) => {
        const value = values[codeOf(view, column, row)];
        return typeof value === "number" ? value : null;
      };
      return [name, Array.from(rows, read)];
    }),
  );
}

/**
 * Makes the groups of a scan, each when something is first counted under its conditions,
 * and returns functions that read the counts of a scan.
 */
function createGroups(
  view: View,
  tests: Scan["tests"],
  partsOf: (names: readonly string[]) => readonly Test["parts"][],
) {
  const groups: (Group & { columns: CountedColumn[] })[] = [];
  const places = new Map<string, number>();
  const groupOf = (names: readonly string[]) => {
    const key = names.join(",");
    const place = places.get(key) ?? groups.length;
    const known = groups[place];
    if (known) return { place, group: known };
    const wanted = new Set(partsOf(names));
    const own = tests.flatMap(({ parts }, at) =>
      wanted.has(parts) ? [at] : [],
    );
    const total = knownTotal(view, tests, own);
    const group = { tests: own, columns: [], total };
    places.set(key, place);
    groups.push(group);
    return { place, group };
  };
  return {
    groups,
    totalOf: (names: readonly string[]) => {
      const { place, group } = groupOf(names);
      return ({ totals }: Scanned): number => group.total ?? totals[place] ?? 0;
    },
    count: <Result>(
      names: readonly string[],
      {
        counted,
        read,
      }: {
        counted: CountedColumn;
        read: (counts: ArrayLike<number>) => Result;
      },
    ) => {
      const { place, group } = groupOf(names);
      // The table knows the counts of all its rows.
      if (group.tests.length === 0 && !counted.by)
        return () => read(view.used[counted.column] ?? []);
      const at = group.columns.push(counted) - 1;
      return ({ counts }: Scanned) => read(counts[place]?.[at] ?? []);
    },
  };
}

/** Returns the number of rows of a group if the table knows it. */
function knownTotal(
  view: View,
  tests: Scan["tests"],
  places: readonly number[],
): number | null {
  const [first = -1, ...others] = places;
  if (first < 0) return view.live;
  const only = tests[first];
  return only?.parts.length === 1 && others.length === 0 ? only.rows : null;
}

/** Returns the conditions of the chosen filters and the search, by name. */
function chosenTests(
  context: CompileContext,
  query: IndexQuery,
): Map<string, Test["parts"]> {
  const { resource, state } = query;
  const tests = new Map<string, Test["parts"]>();
  for (const filter of resource.filters) {
    const chosen = state.filters[filterId(filter)];
    if (!chosen) continue;
    tests.set(filterId(filter), [filterPart(context, query, filter, chosen)]);
  }
  const parameter = searchParameter(resource, state.search);
  if (parameter && state.search) {
    const { text } = state.search;
    const parts = parameter.fields.map((name) => {
      const values = context.searched.get(name);
      const accepted: Accepted | null = values
        ? { use: "value", values }
        : acceptedBySearch(parameter.match, context.lower(name, text));
      return testPart(context.table, query, name, required(accepted));
    });
    tests.set(searchName, parts);
  }
  return tests;
}

/** Marks the values that a filter accepts. */
function filterPart(
  context: CompileContext,
  query: IndexQuery,
  filter: Filter,
  value: FilterValue,
): TestPart {
  const { field: name } = filter;
  const tested = testedField(context, query, name);
  const { field } = tested.placed;
  const test = testOf(value, { filter, field, today: japanDay(context.now) });
  const lower = (text: string) => context.lower(name, text);
  const accepted = required(acceptedBy(tested, test, lower));
  return testPart(context.table, query, name, accepted);
}

/** Returns a field as tests read it. */
function testedField(
  { word }: CompileContext,
  query: IndexQuery,
  name: string,
): Tested {
  const placed = placedField(query, name);
  const { storage } = placed;
  const wordOf: WordOf = (id) =>
    storage.kind === "term" ? word(storage.dictionary, id) : undefined;
  return { placed, wordOf };
}

/** Returns the tests of a fixed condition. Parts of one column are one part. */
function fixedTests(
  context: CompileContext,
  query: IndexQuery,
  condition: FixedCondition,
): Test["parts"][] {
  const clauses = clausesOf(condition, (name) =>
    testedField(context, query, name),
  );
  return clauses.map((clause) => {
    const parts = new Map<number, TestPart>();
    for (const { name, accepted, isNegated } of clause) {
      const part = testPart(context.table, query, name, accepted);
      const marks = isNegated ? part.marks.map((mark) => 1 - mark) : part.marks;
      const known = parts.get(part.column)?.marks;
      parts.set(part.column, {
        ...part,
        marks: known
          ? known.map((mark, code) => mark | (marks[code] ?? 0))
          : marks,
      });
    }
    return [...parts.values()];
  });
}

/** Returns the number of rows that meet a condition, or more for several parts. */
function rowsOf(view: View, parts: Test["parts"]): number {
  let rows = 0;
  for (const { column, marks } of parts) {
    const used = view.used[column] ?? [];
    for (let code = 0; code < marks.length; code += 1)
      rows += marks[code] === 1 ? (used[code] ?? 0) : 0;
  }
  return rows;
}

/** Returns the order of a page: the chosen sort, else the declared default. */
function orderOf(
  context: CompileContext,
  query: IndexQuery,
  { sort, page, pageSize, tests }: PagePart & Pick<Scan, "tests">,
): PageOrder {
  const { source, resource } = query;
  const place = { offset: (page - 1) * pageSize, size: pageSize };
  const by = chosenOrder(resource, sort);
  if (!by) return { ...place, by: null, areIdsDescending: false };
  const placed = placedField(query, by.field);
  const { storage, field } = placed;
  if (storage.kind === "id") {
    if (storage.column !== source.id || by.pastLast) throw new NotLoaded();
    return { ...place, by: null, areIdsDescending: by.order === "DESC" };
  }
  const sorting = required(sortingOf(placed, context.word));
  const column = columnIndex(context.table, query, by.field, "value");
  const ranked = context.ranks(context.table.dictionary(column), sorting, {
    order: by.order,
    past: by.pastLast ? pastOf(placed, context.now) : undefined,
  });
  if (by.pastLast && field.format !== "date-time" && storage.kind !== "extra")
    throw new NotLoaded();
  const possible = possibleValues(context.table, column, tests);
  return {
    ...place,
    by: { column, possible, ...ranked },
    areIdsDescending: false,
  };
}

/** Past means before this minute. In `extra`, times are texts in Japan time. */
function pastOf({ field, storage }: Placed, now: Date): Past {
  const minute = startOfMinute(now);
  if (storage.kind !== "extra") {
    const microseconds = minute.getTime() * 1000;
    return {
      isPast: (key) => typeof key === "number" && key < microseconds,
      until: String(microseconds),
    };
  }
  const end = extraTime(field, minute);
  return { isPast: (key) => typeof key === "string" && key < end, until: end };
}
