import { japanDay, toJapanIso } from "../../../../domain/japanTime";
import type { FixedCondition } from "../../../../domain/listing/fixedConditions";
import type { FilterValue } from "../../../../domain/listing/state";
import { filterId } from "../../../../domain/resource";
import { extraType } from "../../listing/source/extraType";
import { type FacetPlan, facetPlans } from "../../listing/query/facetPlan";
import type {
  Asked,
  Found,
  IndexQuery,
  PagePart,
} from "../../listing/query/listingIndex";
import { searchName } from "../../listing/query/narrowing";
import type { ColumnTable } from "../store/columnTable";
import {
  chartColumn,
  type CountedFacet,
  decodeFacets,
  summedField,
  sumOf,
} from "./counts";
import {
  type Accepted,
  acceptedBy,
  acceptedBySearch,
  acceptedByWhere,
  columnIndex,
  NotLoaded,
  type Placed,
  placedField,
  required,
  type WordOf,
} from "./conditions";
import {
  type createRanks,
  type Past,
  possibleValues,
  sortingOf,
} from "./order";
import type { LowerText } from "./words";
import {
  type Group,
  idAt,
  type PageOrder,
  type Scan,
  type Scanned,
  type Test,
  type TestPart,
  versionAt,
  type View,
} from "../store/view";

type CompileContext = {
  table: ColumnTable;
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
  const fixed = (query.where ?? []).map((condition) =>
    fixedTest(context, query, condition),
  );
  const tests = [...fixed, ...chosen.values()]
    .map((parts) => ({ parts, rows: rowsOf(view, parts) }))
    .sort((a, b) => a.rows - b.rows);
  const groupOf = (names: ReadonlySet<string>): Group => {
    const wanted = new Set(fixed);
    for (const name of names) wanted.add(required(chosen.get(name)));
    const places = tests.flatMap(({ parts }, place) =>
      wanted.has(parts) ? [place] : [],
    );
    return {
      tests: places,
      columns: [],
      total: knownTotal(view, tests, places),
    };
  };
  const plans =
    facets.length > 0 ? facetPlans(query.source, query, { chosen }) : [];
  const wanted = plans.filter(
    ({ id }) => facets === "all" || facets.includes(id),
  );
  const groups: Group[] = [groupOf(new Set(chosen.keys()))];
  const planning = { table, isLeadingEnough };
  const counted = groupPlans(query, wanted, planning).map((planned) => {
    const group = groupOf(planned.within);
    // The table knows the counts of all its rows.
    if (group.tests.length === 0) return { ...planned, place: null };
    const place = planned.within.size === chosen.size ? 0 : groups.length;
    groups[place] = { ...group, columns: planned.columns };
    return { ...planned, place };
  });
  const summed = sums.map((name) => summedField(table, query, name));
  const [first] = groups;
  const firstSum = first?.columns.length ?? 0;
  const isAllSummed = first?.tests.length === 0;
  if (first && summed.length > 0 && !isAllSummed)
    groups[0] = {
      ...first,
      columns: [
        ...first.columns,
        ...summed.map(({ column, size }) => ({ column, size })),
      ],
    };
  const charted = chart && chartColumn(table, query, chart);
  const chartPlace = groups[0]?.columns.length ?? 0;
  if (charted && groups[0])
    groups[0] = {
      ...groups[0],
      columns: [...groups[0].columns, charted.counted],
    };
  const scope = fixed.length > 0 ? groups.push(groupOf(new Set())) - 1 : null;
  return {
    scan: {
      tests,
      groups,
      page: page ? orderOf(context, query, { ...page, tests }) : null,
    },
    read: ({ totals, counts, rows }) => {
      const totalOf = (place: number) =>
        groups[place]?.total ?? totals[place] ?? 0;
      const ofFacets = counted.flatMap(({ place, facets: planned }) =>
        planned.map((facet, at): CountedFacet => {
          const ofFacet =
            place === null ? view.used[facet.column] : counts[place]?.[at];
          return {
            ...facet,
            total: place === null ? view.live : totalOf(place),
            counts: ofFacet ?? [],
          };
        }),
      );
      return {
        ...identify(view, rows),
        total: totalOf(0),
        totalUnfiltered: scope === null ? view.live : totalOf(scope),
        sums: Object.fromEntries(
          summed.map((field, at) => {
            const ofField = isAllSummed
              ? view.used[field.column]
              : counts[0]?.[firstSum + at];
            return [field.name, sumOf(table, field, ofField ?? [])];
          }),
        ),
        ...decodeFacets(table, ofFacets),
        ...(charted && {
          chart: charted.read(counts[0]?.[chartPlace] ?? new Uint32Array()),
        }),
      };
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

/** Returns the ids and the change numbers of rows. */
const identify = (view: View, rows: Uint32Array) => ({
  ids: Array.from(rows, (row) => String(idAt(view, row))),
  versions: Array.from(rows, (row) => versionAt(view, row)),
});

/** Facets that are counted under the same conditions. */
type Planned = Pick<Group, "columns"> & {
  within: ReadonlySet<string>;
  facets: Omit<CountedFacet, "total" | "counts">[];
};

function groupPlans(
  query: IndexQuery,
  plans: readonly FacetPlan[],
  { table, isLeadingEnough }: { table: ColumnTable; isLeadingEnough: boolean },
): Planned[] {
  const groups = new Map<string, Planned>();
  for (const plan of plans) {
    const key = plan.within.join(",");
    const group = groups.get(key) ?? {
      within: new Set(plan.within),
      facets: [],
      columns: [],
    };
    const { kind } = plan;
    const isDays = kind.kind === "choices" && kind.of === "days";
    const use = isDays ? "day" : "value";
    const placed = placedField(query, plan.filter.field);
    const column = columnIndex(table, query, plan.filter.field, use);
    if (kind.kind === "choices" && !isCountable(kind.of, placed))
      throw new NotLoaded();
    const dictionary = table.dictionary(column);
    const size = dictionary.values.length;
    const leading = isLeadingEnough
      ? leadingOf(plan, query.state.filters[plan.id], dictionary)
      : null;
    groups.set(key, {
      within: group.within,
      facets: [...group.facets, { plan, placed, use, column, leading }],
      columns: [...group.columns, { column, size }],
    });
  }
  return [...groups.values()];
}

/** Returns which values of a facet with `top` its list may show; null for all. */
function leadingOf(
  { filter: { top, except = [] }, kind }: FacetPlan,
  chosen: FilterValue | undefined,
  dictionary: ReturnType<ColumnTable["dictionary"]>,
): CountedFacet["leading"] {
  if (top === undefined || kind.kind !== "choices" || kind.of !== "terms")
    return null;
  const values = chosen?.kind === "choices" ? chosen.values : [];
  const codes = values.map((value) => dictionary.find(Number(value)));
  return { most: top + except.length, codes: new Set(codes) };
}

const isCountable = (of: string, { field, storage }: Placed): boolean => {
  if (of === "terms") return storage.kind === "term";
  const isList =
    storage.kind === "list" ||
    (storage.kind === "extra" && extraType(field) === "list");
  return of !== "texts" || isList;
};

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
    const placed = placedField(query, filter.field);
    const accepted = required(
      acceptedBy(placed, { filter, chosen }, context.lower),
    );
    const part = testPart(context.table, query, filter.field, accepted);
    tests.set(filterId(filter), [part]);
  }
  const parameter = resource.search?.parameters.find(
    ({ value }) => value === state.search?.parameter,
  );
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

function fixedTest(
  context: CompileContext,
  query: IndexQuery,
  condition: FixedCondition,
): Test["parts"] {
  const placed = placedField(query, condition.field);
  const { storage } = placed;
  const wordOf: WordOf = (id) =>
    storage.kind === "term" ? context.word(storage.dictionary, id) : undefined;
  const accepted = required(acceptedByWhere(placed, condition, wordOf));
  return [testPart(context.table, query, condition.field, accepted)];
}

/** Marks the codes of a column whose values are accepted. */
function testPart(
  table: ColumnTable,
  query: IndexQuery,
  name: string,
  accepted: Accepted,
): TestPart {
  const column = columnIndex(table, query, name, accepted.use);
  const dictionary = table.dictionary(column);
  const marks = new Uint8Array(dictionary.values.length);
  if ("values" in accepted) {
    for (const value of accepted.values) {
      const code = dictionary.find(value);
      if (code !== undefined) marks[code] = 1;
    }
  } else
    dictionary.values.forEach((value, code) => {
      if (accepted.accepts(value)) marks[code] = 1;
    });
  return { column, marks };
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
  const declared = resource.sorts.find(({ id }) => id === sort?.id);
  const { defaultOrder } = resource;
  const by =
    sort && declared
      ? { field: declared.field, order: sort.order, pastLast: false }
      : defaultOrder;
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
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  if (storage.kind !== "extra") {
    const microseconds = minute.getTime() * 1000;
    return {
      isPast: (key) => typeof key === "number" && key < microseconds,
      until: String(microseconds),
    };
  }
  const end = field.format === "date" ? japanDay(now) : toJapanIso(minute);
  return { isPast: (key) => typeof key === "string" && key < end, until: end };
}
