import { type RawBuilder, sql } from "kysely";
import type { Field } from "../../../../domain/resource";
import { extraType } from "../source/extraType";
import { codeValue, dayValue, fieldValue } from "../source/fieldSql";
import type { FacetPlan } from "../query/facetPlan";
import type { Found } from "../query/listingIndex";
import {
  conditionOf,
  type Narrowing,
  type TablePlace,
} from "../query/narrowing";
import type { RowSource } from "../source/rowSource";

type Sql = RawBuilder<unknown>;

/** One scan over the table, shared by all facets with the same conditions. */
type Scan = { within: readonly string[]; plans: FacetPlan[] };

/** The values of one facet with their rows, or its bounds if it is a range. */
export type FacetValues =
  | { counts: ReadonlyMap<string, number> }
  | { bounds: { min: number | null; max: number | null } };

type FacetCounts = {
  /** The values by facet. A facet without values may be missing. */
  facets: ReadonlyMap<string, FacetValues>;
  /** The number of rows under each set of conditions, by `withinKey`. */
  totals: ReadonlyMap<string, number>;
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
  place: TablePlace;
  narrowing: Narrowing;
  plans: readonly FacetPlan[];
  /** Sets of conditions whose rows are counted, also without facets. */
  totals: readonly (readonly string[])[];
};

/** The SELECTs that count facets and totals, to be joined by UNION ALL. */
type Counting = {
  branches: Sql[];
  collect(rows: readonly CountRow[]): FacetCounts;
};

/** Returns the name of a set of conditions. */
export const withinKey = (within: readonly string[]): string =>
  within.join(",");

/** Returns the SELECTs that count facets, and the reader of their rows. */
export function countFacets(options: CountOptions): Counting {
  const scans = new Map<string, Scan>();
  const scanOf = (within: readonly string[]): Scan => {
    const key = withinKey(within);
    const scan = scans.get(key) ?? { within, plans: [] };
    scans.set(key, scan);
    return scan;
  };
  for (const within of options.totals) scanOf(within);
  for (const plan of options.plans) scanOf(plan.within).plans.push(plan);
  const all = [...scans.values()];
  return {
    branches: all.flatMap((scan, index) =>
      scanBranches({ ...options, scan, index }),
    ),
    collect: (rows) => collect(rows, all),
  };
}

function scanBranches(
  options: CountOptions & { scan: Scan; index: number },
): Sql[] {
  const { narrowing, scan } = options;
  const { from, source } = options.place;
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
    countBranch({ index, from: sql`${from} where ${where}`, counted }),
    ...lists.map(
      ({ place, value }) => sql`
        select ${index}, ${sql.lit(place)}, facet_entry, count(*)::int,
          null::float8, null::float8
        from ${from}, lateral (
          select distinct unnest(${value}) as facet_entry) as facet_entries
        where ${where} group by facet_entry`,
    ),
    ...(ranges.length > 0
      ? [rangeBranch({ index, from: sql`${from} where ${where}`, ranges })]
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

/** Returns the SQL of the value that a facet counts. */
function facetValue(
  source: RowSource,
  { filter, field, kind }: FacetPlan,
): Sql {
  const of = kind.kind === "choices" ? kind.of : undefined;
  if (of === "days") return dayValue(source, filter.field, field).value;
  if (of === "codes") return codeValue(source, filter.field, field).value;
  return fieldValue(source, filter.field, field);
}

/** Returns the counts of facets as the index reports them. */
export function facetsFound(
  plans: readonly FacetPlan[],
  { facets, totals }: FacetCounts,
): Pick<Found, "counts" | "bounds" | "facetTotals"> {
  const values = [...facets];
  return {
    counts: new Map(
      values.flatMap(([id, found]) =>
        "counts" in found && found.counts.size > 0 ? [[id, found.counts]] : [],
      ),
    ),
    bounds: new Map(
      values.flatMap(([id, found]) =>
        "bounds" in found ? [[id, found.bounds]] : [],
      ),
    ),
    facetTotals: new Map(
      plans.map(({ id, within }) => [id, totals.get(withinKey(within)) ?? 0]),
    ),
  };
}

function collect(
  rows: readonly CountRow[],
  scans: readonly Scan[],
): FacetCounts {
  const facets = new Map<string, FacetValues>();
  const counts = new Map<string, Map<string, number>>();
  const totals = new Map<string, number>();
  for (const { scan: index, facet, value, counter, low, high } of rows) {
    const scan = scans[index];
    if (!scan) continue;
    const plan = scan.plans[facet];
    if (!plan) totals.set(withinKey(scan.within), counter);
    else if (plan.kind.kind === "range")
      facets.set(plan.id, { bounds: { min: low, max: high } });
    else if (value !== null) {
      const ofFacet = counts.get(plan.id) ?? new Map<string, number>();
      counts.set(plan.id, ofFacet.set(choiceOf(plan, value), counter));
    }
  }
  for (const [id, ofFacet] of counts) facets.set(id, { counts: ofFacet });
  return { facets, totals };
}

/** PostgreSQL may write trailing zeros, which JavaScript does not. */
const choiceOf = ({ kind, field }: FacetPlan, value: string): string =>
  kind.kind === "choices" &&
  ["enum", "codes"].includes(kind.of) &&
  isNumber(field)
    ? String(Number(value))
    : value;

const isNumber = (field: Field): boolean =>
  ["integer", "number"].includes(extraType(field));
