import { sql, type RawBuilder } from "kysely";
import type { Field } from "../../../domain/resource";
import { extraType } from "./extraType";
import { dayValue, fieldValue } from "./fieldSql";
import type { FacetPlan } from "./facetPlan";
import { conditionOf, type Narrowing } from "./narrowing";
import type { RowSource } from "./rowSource";

type Sql = RawBuilder<unknown>;

/** One scan over the table, shared by all facets with the same conditions. */
type Scan = { within: readonly string[]; plans: FacetPlan[] };

export type FacetCounts = {
  /** The number of rows by facet and value. */
  counts: Map<string, Map<string, number>>;
  /** The number of rows by facet. */
  facetTotals: Map<string, number>;
  /** The minimum and maximum by facet. */
  bounds: Map<string, { min: number | null; max: number | null }>;
  total: number;
  totalUnfiltered: number;
};

/** One row of the counting statement. */
export type CountRow = {
  scan: number;
  facet: number;
  value: string | null;
  counter: number;
  low: number | null;
  high: number | null;
};

type CountOptions = {
  source: RowSource;
  narrowing: Narrowing;
  plans: FacetPlan[];
  /** Whether both totals are counted. Without it they are 0. */
  areTotalsWanted: boolean;
};

/** The SELECTs that count all facets and both totals, to be joined by UNION ALL. */
export type Counting = {
  branches: Sql[];
  collect(rows: readonly CountRow[]): FacetCounts;
};

/** Returns the SELECTs that count facets, and the reader of their rows. */
export function countFacets(options: CountOptions): Counting {
  const { narrowing, plans } = options;
  const scans = new Map<string, Scan>();
  const scanOf = (within: readonly string[]): Scan => {
    const key = within.join(",");
    const scan = scans.get(key) ?? { within, plans: [] };
    scans.set(key, scan);
    return scan;
  };
  const totals = options.areTotalsWanted && {
    filtered: scanOf([...narrowing.chosen.keys()]),
    unfiltered: scanOf([]),
  };
  for (const plan of plans) scanOf(plan.within).plans.push(plan);
  const all = [...scans.values()];
  return {
    branches: all.flatMap((scan, index) =>
      scanBranches({ ...options, scan, index }),
    ),
    collect: (rows) => collect(rows, all, totals || undefined),
  };
}

function scanBranches(
  options: CountOptions & { scan: Scan; index: number },
): Sql[] {
  const { source, narrowing, scan } = options;
  const table = sql.table(source.table);
  const where = conditionOf(narrowing, scan.within);
  const index = sql.lit(options.index);
  const numbered = scan.plans.map((plan, place) => ({ plan, place }));
  const counted: { place: number; value: Sql }[] = [];
  const lists: { place: number; value: Sql }[] = [];
  const ranges: { place: number; value: Sql }[] = [];
  for (const { plan, place } of numbered) {
    const value = facetValue(source, plan);
    if (plan.kind.kind === "range") ranges.push({ place, value });
    else if (plan.kind.kind === "choices" && plan.kind.of === "texts")
      lists.push({ place, value });
    else counted.push({ place, value });
  }
  return [
    countBranch({ index, from: sql`${table} where ${where}`, counted }),
    ...lists.map(
      ({ place, value }) => sql`
        select ${index}, ${sql.lit(place)}, facet_entry, count(*)::int,
          null::float8, null::float8
        from ${table}, lateral (
          select distinct unnest(${value}) as facet_entry) as facet_entries
        where ${where} group by facet_entry`,
    ),
    ...(ranges.length > 0
      ? [rangeBranch({ index, from: sql`${table} where ${where}`, ranges })]
      : []),
  ];
}

type Branch = { index: Sql; from: Sql };
type Valued = readonly { place: number; value: Sql }[];

/**
 * Returns the counts of a scan's facets. Facet -1 is the number of its rows.
 */
function countBranch({ index, from, counted }: Branch & { counted: Valued }) {
  const columns = counted.map(({ place, value }) => ({
    place: sql.lit(place),
    value,
    name: sql.ref(`facet_${String(place)}`),
  }));
  if (columns.length === 0)
    return sql`select ${index} as scan, -1 as facet, null::text as value,
      count(*)::int as counter, null::float8 as low, null::float8 as high
      from ${from}`;
  const cases = (then: (column: (typeof columns)[number]) => Sql) =>
    sql.join(
      columns.map(
        (column) => sql`when grouping(${column.name}) = 0 then ${then(column)}`,
      ),
      sql` `,
    );
  return sql`
    select ${index} as scan,
      case ${cases(({ place }) => place)} else -1 end as facet,
      case ${cases(({ name }) => sql`${name}::text`)} end as value,
      count(*)::int as counter, null::float8 as low, null::float8 as high
    from (select ${sql.join(
      columns.map(({ value, name }) => sql`${value} as ${name}`),
    )} from ${from}) as narrowed
    group by grouping sets ((), ${sql.join(
      columns.map(({ name }) => sql`(${name})`),
    )})`;
}

function rangeBranch({ index, from, ranges }: Branch & { ranges: Valued }) {
  const low = (place: number) => sql.ref(`low_${String(place)}`);
  const high = (place: number) => sql.ref(`high_${String(place)}`);
  const ends = ranges.map(
    ({ place, value }) =>
      sql`min(${value}) as ${low(place)}, max(${value}) as ${high(place)}`,
  );
  const rows = ranges.map(
    ({ place }) =>
      sql`(${sql.lit(place)}, bounds.${low(place)}::float8, bounds.${high(place)}::float8)`,
  );
  return sql`
    select ${index}, facet, null::text, 0, low, high
    from (select ${sql.join(ends)} from ${from}) as bounds,
      lateral (values ${sql.join(rows)}) as ends (facet, low, high)`;
}

const facetValue = (source: RowSource, { filter, field, kind }: FacetPlan) =>
  kind.kind === "choices" && kind.of === "days"
    ? dayValue(source, filter.field, field).value
    : fieldValue(source, filter.field, field);

function collect(
  rows: readonly CountRow[],
  scans: readonly Scan[],
  wanted: { filtered: Scan; unfiltered: Scan } | undefined,
): FacetCounts {
  const counts: FacetCounts["counts"] = new Map();
  const bounds: FacetCounts["bounds"] = new Map();
  const totals = new Map<Scan, number>();
  for (const { scan: index, facet, value, counter, low, high } of rows) {
    const scan = scans[index];
    if (!scan) continue;
    const plan = scan.plans[facet];
    if (!plan) totals.set(scan, counter);
    else if (plan.kind.kind === "range")
      bounds.set(plan.id, { min: low, max: high });
    else if (value !== null) {
      const ofFacet = counts.get(plan.id) ?? new Map<string, number>();
      counts.set(plan.id, ofFacet.set(choiceOf(plan, value), counter));
    }
  }
  const countOf = (scan: Scan | undefined) => (scan && totals.get(scan)) ?? 0;
  const facetTotals = scans.flatMap((scan) =>
    scan.plans.map(({ id }) => [id, countOf(scan)] as const),
  );
  return {
    counts,
    facetTotals: new Map(facetTotals),
    bounds,
    total: countOf(wanted?.filtered),
    totalUnfiltered: countOf(wanted?.unfiltered),
  };
}

/** PostgreSQL may write trailing zeros, which JavaScript does not. */
const choiceOf = ({ kind, field }: FacetPlan, value: string): string =>
  kind.kind === "choices" && kind.of === "enum" && isNumber(field)
    ? String(Number(value))
    : value;

const isNumber = (field: Field): boolean =>
  ["integer", "number"].includes(extraType(field));
