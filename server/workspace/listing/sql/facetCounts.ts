import { sql, type RawBuilder } from "kysely";
import {
  fixedChoices,
  testOf,
  type FilterKind,
} from "../../../../domain/listing/kinds/kinds";
import type { Field } from "../../../../domain/resource";
import { filterCondition } from "../query/conditions";
import { facetCounting, type FacetPlan } from "../query/facetPlan";
import {
  conditionOf,
  type Narrowing,
  type TablePlace,
} from "../query/narrowing";
import { extraType } from "../source/extraType";
import { codeValue, dayValue, fieldValue } from "../source/fieldSql";
import type { RowSource } from "../source/rowSource";

type Sql = RawBuilder<unknown>;

/** One scan over the table, shared by all facets with the same conditions. */
type Scan = { within: readonly string[]; plans: FacetPlan[] };

/** One row of the counting statement. */
export type CountRow = {
  scan: number;
  facet: number;
  value: string | null;
  counter: number;
  low: number | null;
  high: number | null;
};

/** The counts of one or several statements. */
export type Counts = {
  counts: Map<string, Map<string, number>>;
  bounds: Map<string, { min: number | null; max: number | null }>;
  /** The number of rows under each set of conditions, by `withinKey`. */
  totals: Map<string, number>;
};

type CountOptions = {
  place: TablePlace;
  narrowing: Narrowing;
  plans: readonly FacetPlan[];
  /** The day in Japan. */
  today: string;
  /** Sets of conditions whose rows are counted, also without facets. */
  totals: readonly (readonly string[])[];
};

/** Returns the name of a set of conditions. */
export const withinKey = (within: readonly string[]): string =>
  within.join(",");

/**
 * Returns the SELECTs that count facets and totals, to be joined by UNION ALL, and the
 * reader of their rows.
 */
export function countFacets(options: CountOptions): {
  branches: Sql[];
  collect(rows: readonly CountRow[], into: Counts): void;
} {
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
    collect: (rows, into) => {
      collect(rows, all, into);
    },
  };
}

function scanBranches(
  options: CountOptions & { scan: Scan; index: number },
): Sql[] {
  const { narrowing, scan } = options;
  const { from, source } = options.place;
  const where = conditionOf(narrowing, scan.within);
  const index = sql.lit(options.index);
  const values = scan.plans.map((plan, facet) => ({
    plan,
    facet,
    value: facetValue(source, plan),
  }));
  const counted = (by: (typeof facetCounting)[FilterKind]) =>
    values.filter(({ plan }) => facetCounting[plan.kind] === by);
  const [ranges, chosen] = [counted("bounds"), counted("choices")];
  const choices = chosen.flatMap(({ plan, facet }) =>
    choiceTests(plan, options).map((choice) => ({ facet, ...choice })),
  );
  const all = sql`${from} where ${where}`;
  return [
    countBranch({ index, from: all, values: counted("values") }),
    ...counted("entries").map(
      ({ facet, value }) => sql`
        select ${index}, ${sql.lit(facet)}, facet_entry, count(*)::int,
          null::float8, null::float8
        from ${from}, lateral (
          select distinct unnest(${value}) as facet_entry) as facet_entries
        where ${where} group by facet_entry`,
    ),
    ...(ranges.length > 0
      ? [rangeBranch({ index, from: all, values: ranges })]
      : []),
    ...(choices.length > 0
      ? [choiceBranch({ index, from: all, choices })]
      : []),
  ];
}

type Branch = {
  index: Sql;
  from: Sql;
  values: readonly { facet: number; value: Sql }[];
};

/**
 * Returns the counts of a scan's facets. Facet -1 is the number of its rows.
 */
function countBranch({ index, from, values }: Branch) {
  const columns = values.map(({ facet, value }) => ({
    facet: sql.lit(facet),
    value,
    name: sql.ref(`facet_${String(facet)}`),
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
      case ${cases(({ facet }) => facet)} else -1 end as facet,
      case ${cases(({ name }) => sql`${name}::text`)} end as value,
      count(*)::int as counter, null::float8 as low, null::float8 as high
    from (select ${sql.join(
      columns.map(({ value, name }) => sql`${value} as ${name}`),
    )} from ${from}) as narrowed
    group by grouping sets ((), ${sql.join(
      columns.map(({ name }) => sql`(${name})`),
    )})`;
}

function rangeBranch({ index, from, values }: Branch) {
  const low = (facet: number) => sql.ref(`low_${String(facet)}`);
  const high = (facet: number) => sql.ref(`high_${String(facet)}`);
  const ends = values.map(
    ({ facet, value }) =>
      sql`min(${value}) as ${low(facet)}, max(${value}) as ${high(facet)}`,
  );
  const rows = values.map(
    ({ facet }) =>
      sql`(${sql.lit(facet)}, bounds.${low(facet)}::float8, bounds.${high(facet)}::float8)`,
  );
  return sql`
    select ${index}, facet, null::text, 0, low, high
    from (select ${sql.join(ends)} from ${from}) as bounds,
      lateral (values ${sql.join(rows)}) as ends (facet, low, high)`;
}

/** A choice of a facet, with the condition that its rows meet. */
type ChoiceTest = { choice: string; condition: Sql };

function choiceTests(
  { filter, field, kind }: FacetPlan,
  { place: { source }, today }: Pick<CountOptions, "place" | "today">,
): ChoiceTest[] {
  const placed = { source, name: filter.field, field };
  return (fixedChoices[kind]?.({ filter, field }) ?? []).map((choice) => {
    const value = { kind: "choices" as const, values: [choice] };
    const test = testOf(value, { filter, field, today });
    return { choice, condition: filterCondition(placed, test) };
  });
}

function choiceBranch({
  index,
  from,
  choices,
}: Pick<Branch, "index" | "from"> & {
  choices: readonly (ChoiceTest & { facet: number })[];
}) {
  const named = choices.map((choice, place) => ({
    ...choice,
    name: `choice_${String(place)}`,
  }));
  const counts = named.map(
    ({ condition, name }) =>
      sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`,
  );
  const rows = named.map(
    ({ facet, choice, name }) =>
      sql`(${sql.lit(facet)}, ${choice}::text, chosen.${sql.ref(name)})`,
  );
  return sql`
    select ${index}, facet, choice, counter, null::float8, null::float8
    from (select ${sql.join(counts)} from ${from}) as chosen,
      lateral (values ${sql.join(rows)}) as counted (facet, choice, counter)
    where counter > 0`;
}

/** Returns the SQL of the value that a facet counts. */
function facetValue(
  source: RowSource,
  { filter, field, kind }: FacetPlan,
): Sql {
  if (kind === "days") return dayValue(source, filter.field, field).value;
  if (kind === "codes") return codeValue(source, filter.field, field).value;
  return fieldValue(source, filter.field, field);
}

function collect(
  rows: readonly CountRow[],
  scans: readonly Scan[],
  { counts, bounds, totals }: Counts,
): void {
  for (const { scan: index, facet, value, counter, low, high } of rows) {
    const scan = scans[index];
    if (!scan) continue;
    const plan = scan.plans[facet];
    if (!plan) totals.set(withinKey(scan.within), counter);
    else if (facetCounting[plan.kind] === "bounds")
      bounds.set(plan.id, { min: low, max: high });
    else if (value !== null) {
      const ofFacet = counts.get(plan.id) ?? new Map<string, number>();
      counts.set(plan.id, ofFacet.set(choiceOf(plan, value), counter));
    }
  }
}

/** PostgreSQL may write trailing zeros, which JavaScript does not. */
const choiceOf = ({ kind, field }: FacetPlan, value: string): string =>
  (kind === "enum" || kind === "codes") && isNumber(field)
    ? String(Number(value))
    : value;

const isNumber = (field: Field): boolean =>
  ["integer", "number"].includes(extraType(field));
