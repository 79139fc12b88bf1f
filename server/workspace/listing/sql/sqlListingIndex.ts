import { sql, type RawBuilder } from "kysely";
import { japanDay } from "../../../../domain/japanTime";
import type { ListingState } from "../../../../domain/listing/state";
import { chooseReads, trackRecentPosition } from "../../../platform/changes";
import type { Clock } from "../../../platform/clock";
import {
  type Database,
  DatabaseUnavailable,
  isDatabaseUnavailable,
} from "../../../platform/database";
import type { FormulasFor } from "../../computed/formulas";
import { withFormulas } from "../../computed/formulaSql";
import { facetPlans } from "../query/facetPlan";
import {
  idsOfTexts,
  type Asked,
  type ChartAxes,
  type ChartWeek,
  type Found,
  type IdList,
  type IndexQuery,
  type ListingIndex,
  type PagePart,
} from "../query/listingIndex";
import { listingOrder } from "../query/listingOrder";
import {
  conditionOf,
  narrowingOf,
  tablePlace,
  type Narrowing,
  type TablePlace,
} from "../query/narrowing";
import { dayValue, fieldValue } from "../source/fieldSql";
import { fieldOf } from "../source/rowSource";
import {
  countFacets,
  withinKey,
  type CountRow,
  type Counts,
} from "./facetCounts";
import { millisecondsLeft, runWithin } from "../../../platform/deadline";

type Options = {
  database: Database;
  clock: Clock;
  /** The ids of a list come in texts of so many, which are short to parse. */
  idsInText?: number;
  /** Finds the computed fields of rows, by default none. */
  formulas?: FormulasFor;
};

/**
 * One implementation of the index, which answers as the database does. It
 * returns null for a query that it cannot answer: because it does not hold a
 * field of it, because it lacks a change that the client has seen, or because it
 * failed.
 */
export type IndexEngine = {
  find(query: IndexQuery, asked: Asked): Promise<Found | null>;
  all(query: IndexQuery, sort: ListingState["sort"]): Promise<IdList | null>;
};

/**
 * Makes the index of the program. The engine answers the queries that it can, each as a
 * whole, and the database answers the others: one statement finds the page, others count;
 * if a request has no time left to count, the totals are unknown.
 */
export function createListingIndex(
  options: Options,
  engine?: IndexEngine,
): ListingIndex {
  const { database, formulas = async () => null } = options;
  const readPosition = trackRecentPosition(database);
  const withComputed = async (query: IndexQuery): Promise<IndexQuery> => ({
    ...query,
    formulas: await formulas(query.row, query.viewer),
  });
  return {
    formulas,
    find: async (plain, asked) => {
      const query = await withComputed(plain);
      const found = await engine?.find(query, asked);
      if (found) return found;
      // The statements see every change up to a position that was read before them.
      const { settled } = await readPosition();
      const { page, chart } = asked;
      const placed = placedQuery(query, options.clock.now());
      const ids = page ? await pageIds(options, placed, page) : [];
      const weeks = chart && (await readChartWeeks(database, placed, chart));
      return {
        ids,
        ...((await countPlaced(database, placed, asked)) ?? uncounted),
        ...(weeks && { chart: weeks }),
        version: settled,
      };
    },
    // Without a replica there is no choice, and no position to read.
    read: database.replica
      ? chooseReads(database)
      : (_version, read) => read(database),
    all: async (plain, sort) => {
      const query = await withComputed(plain);
      return (
        (await engine?.all(query, sort)) ??
        allIds(options, placedQuery(query, options.clock.now()), sort)
      );
    },
  };
}

/** A query and where its rows are. */
type Placed = {
  query: IndexQuery;
  place: TablePlace;
  narrowing: Narrowing;
  now: Date;
};

function placedQuery(query: IndexQuery, now: Date): Placed {
  const { from, source: ofTable } = tablePlace(query.source, query);
  const source = withFormulas(ofTable, query.row, query.formulas);
  const place = { from, source };
  return { query, place, narrowing: narrowingOf(source, query, now), now };
}

type Counted = Omit<Found, "ids" | "version">;

const uncounted: Counted = {
  total: -1,
  totalUnfiltered: -1,
  counts: new Map(),
  facetTotals: new Map(),
  bounds: new Map(),
  sums: {},
  filled: {},
};

/** Returns the ids of the rows of a list in order. */
function orderedIds(
  { query, place, narrowing }: Placed,
  sort: ListingState["sort"],
  now: Date,
): RawBuilder<{ id: string }> {
  const { from, source } = place;
  const { join, keys } = listingOrder({ ...query, source }, sort, now);
  return sql`select ${sql.ref(`${source.table}.${source.id}`)} as id
    from ${from} ${join} where ${conditionOf(narrowing)} order by ${keys}`;
}

async function pageIds(
  { database, clock }: Options,
  placed: Placed,
  { sort, page, pageSize }: PagePart,
): Promise<string[]> {
  const rows = await findInTime(
    database,
    sql<{ id: string }>`${orderedIds(placed, sort, clock.now())}
      limit ${pageSize} offset ${(page - 1) * pageSize}`,
  );
  return rows.map(({ id }) => id);
}

/** The number that marks the sums among the counting scans. */
const sumScan = -1;

/** The facets of one statement on the embedded database, where all others wait for it. */
const embeddedFacets = 8;

/** Returns null if a request has no time for the counts. */
async function countPlaced(
  database: Database,
  placed: Placed,
  { facets = [], sums = [] }: Asked,
): Promise<Counted | null> {
  const { query, place, narrowing } = placed;
  const plans = facetPlans(place.source, query, narrowing).filter(
    ({ id }) => facets === "all" || facets.includes(id),
  );
  const atOnce =
    database.kind === "server" ? Math.max(1, plans.length) : embeddedFacets;
  const all = [...narrowing.chosen.keys()];
  const found: Counts = {
    counts: new Map(),
    bounds: new Map(),
    totals: new Map(),
  };
  const added: Record<string, number> = {};
  const filled: Record<string, number> = {};
  for (let start = 0; start === 0 || start < plans.length; start += atOnce) {
    const isFirst = start === 0;
    const counting = countFacets({
      ...{ place, narrowing, plans: plans.slice(start, start + atOnce) },
      totals: isFirst ? [all, []] : [],
      today: japanDay(placed.now),
    });
    const branches = [
      ...counting.branches,
      ...(isFirst && sums.length > 0 ? [sumBranch(placed, sums)] : []),
    ];
    const rows = await countInTime<CountRow>(
      database,
      sql`${sql.join(branches, sql` union all `)}`,
    );
    if (!rows) return null;
    counting.collect(rows, found);
    for (const { scan, facet, low, counter } of rows) {
      const name = scan === sumScan ? sums[facet] : undefined;
      if (name === undefined) continue;
      added[name] = low ?? 0;
      filled[name] = counter;
    }
  }
  const { totals, ...ofFacets } = found;
  const totalOf = (within: readonly string[]) =>
    totals.get(withinKey(within)) ?? 0;
  return {
    ...ofFacets,
    facetTotals: new Map(plans.map(({ id, within }) => [id, totalOf(within)])),
    total: totalOf(all),
    totalUnfiltered: totalOf([]),
    sums: added,
    filled,
  };
}

/** Returns the SELECT of sums and of the rows with values, with a row for each field. */
function sumBranch(
  { query: { row }, place, narrowing }: Placed,
  fields: readonly string[],
): RawBuilder<unknown> {
  const sumName = (index: number) => sql.ref(`sum_${String(index)}`);
  const filledName = (index: number) => sql.ref(`filled_${String(index)}`);
  const sums = fields.map((name, index) => {
    const value = fieldValue(place.source, name, fieldOf(row, name));
    return sql`sum(${value})::float8 as ${sumName(index)},
      count(${value})::int as ${filledName(index)}`;
  });
  const rows = fields.map(
    (_, index) =>
      sql`(${sql.lit(index)}, added.${sumName(index)}, added.${filledName(index)})`,
  );
  return sql`
    select ${sql.lit(sumScan)} as scan, facet, null::text as value,
      counter, low, null::float8 as high
    from (select ${sql.join(sums)} from ${place.from}
      where ${conditionOf(narrowing)}) as added,
      lateral (values ${sql.join(rows)}) as sums (facet, low, counter)`;
}

async function allIds(
  { database, clock, idsInText = 10_000 }: Options,
  placed: Placed,
  sort: ListingState["sort"],
): Promise<IdList> {
  const ordered = orderedIds(placed, sort, clock.now());
  const { rows } = await sql<{ ids: string; count: number }>`
    select array_to_string(ids[place : place + ${idsInText}::int - 1], ',') as ids,
      cardinality(ids) as count
    from (select array(${ordered}) as ids offset 0) as listed,
      generate_series(1, cardinality(ids), ${idsInText}::int) as place
    order by place`.execute(database.longRunning);
  const texts = rows.map(({ ids }) => ids);
  return idsOfTexts(texts, rows[0]?.count ?? 0);
}

/** Returns the weeks of a chart from the database, the earliest first. */
async function readChartWeeks(
  { kysely }: Pick<Database, "kysely">,
  { query: { row }, place: { from, source }, narrowing }: Placed,
  { x, y }: ChartAxes,
): Promise<ChartWeek[]> {
  const day = dayValue(source, x, fieldOf(row, x)).value;
  const value = fieldValue(source, y, fieldOf(row, y));
  const { rows } = await sql<ChartWeek>`
    select week::text as "from", count::int, quartiles[1]::float8 as low,
      quartiles[2]::float8 as middle, quartiles[3]::float8 as high
    from (
      select date_trunc('week', day::timestamp)::date as week, count(*),
        percentile_disc(array[0.25, 0.5, 0.75]) within group (order by value)
          as quartiles
      from (
        select ${day} as day, ${value} as value
        from ${from} where ${conditionOf(narrowing)}
      ) as charted
      where day is not null and value is not null
      group by 1
    ) as weeks order by week`.execute(kysely);
  return rows;
}

/** The share of the time left that counts may take: the page waits for them. */
const shareOfRest = 0.4;
/** Timers may run a little early. */
const timerMs = 5;
/**
 * The costs by PostgreSQL's planner that take the embedded database about 300 ms: of a
 * statement that counts, and of one that sorts a page. Its statements cannot be cancelled,
 * and all others wait for them.
 */
const mostEmbeddedCost = { counts: 10_000, page: 30_000 };

type Reads = Pick<Database, "kind" | "kysely">;

/**
 * Returns the rows of a statement that finds a page. Throws `DatabaseUnavailable` for a
 * request whose page would keep the embedded database from others too long.
 */
async function findInTime<Row>(
  database: Reads,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  if (await isTooCostly(database, statement, mostEmbeddedCost.page))
    throw new DatabaseUnavailable("busy");
  return (await statement.execute(database.kysely)).rows;
}

/**
 * Returns the rows of a statement that counts; null if it takes longer than a request
 * can wait. Without a deadline it takes as long as any statement may.
 */
async function countInTime<Row>(
  database: Reads,
  statement: RawBuilder<Row>,
): Promise<Row[] | null> {
  const read = async () => (await statement.execute(database.kysely)).rows;
  if (millisecondsLeft() === Infinity) return read();
  if (await isTooCostly(database, statement, mostEmbeddedCost.counts))
    return null;
  const limit = shareOfRest * millisecondsLeft();
  const startedAt = performance.now();
  try {
    return await runWithin(limit, read);
  } catch (error) {
    const isLate = performance.now() - startedAt > limit - timerMs;
    const isAwaited = millisecondsLeft() > 0;
    if (isLate && isAwaited && isDatabaseUnavailable(error)) return null;
    throw error;
  }
}

type Explained = { "QUERY PLAN": [{ Plan: { "Total Cost": number } }] };

/** Returns whether a request should not wait for a statement of the embedded database. */
async function isTooCostly(
  { kind, kysely }: Reads,
  statement: RawBuilder<unknown>,
  most: number,
): Promise<boolean> {
  if (kind !== "embedded" || millisecondsLeft() === Infinity) return false;
  const { rows } = await sql<Explained>`
    explain (format json) ${statement}`.execute(kysely);
  return (rows[0]?.["QUERY PLAN"][0].Plan["Total Cost"] ?? 0) > most;
}
