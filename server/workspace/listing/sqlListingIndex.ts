import { sql, type RawBuilder } from "kysely";
import type { ListingState } from "../../../domain/listing/state";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type { CurrentReads } from "../../platform/changes";
import {
  countFacets,
  facetsFound,
  withinKey,
  type CountRow,
} from "./facetCounts";
import { facetPlans } from "./facetPlan";
import { fieldValue } from "./fieldSql";
import { idsOfTexts, type IdList } from "./idList";
import type {
  Asked,
  Found,
  IndexQuery,
  ListingIndex,
  PagePart,
} from "./listingIndex";
import { readChartWeeks } from "./chartSql";
import { listingOrder } from "./listingOrder";
import { conditionOf, narrowingOf, type Narrowing } from "./narrowing";
import { createRememberedFind } from "./rememberedFind";
import { fieldOf, type Condition } from "./rowSource";
import { tablePlace, type TablePlace } from "./tablePlace";

type Options = {
  database: Database;
  clock: Clock;
  reads: CurrentReads;
  /** The ids of a list come in texts of so many, which are short to parse. */
  idsInText?: number;
};

/**
 * Makes the listing index that reads the database. It remembers counts as long as
 * nothing changes; otherwise one statement answers a call.
 */
export function sqlListingIndex(options: Options): ListingIndex {
  const { clock } = options;
  const findRemembered = createRememberedFind(options);
  return {
    find: (query, asked) =>
      options.reads(asked.atLeast, async ({ kysely }, position) => {
        const chart =
          asked.chart && (await readChartWeeks({ kysely }, query, asked.chart));
        const found =
          (await findRemembered({ kysely, position }, query, asked)) ??
          (await findInOneStatement({ kysely, clock }, query, asked));
        const { settled } = position;
        const { atLeast = settled } = asked;
        // The database has every change that a reader knows of.
        return {
          ...found,
          ...(chart && { chart }),
          version: atLeast > settled ? atLeast : settled,
        };
      }),
    // Without a replica there is no choice, and no position to read.
    read: options.database.replica
      ? options.reads
      : (_version, read) => read(options.database),
    all: (query, sort) => allIds(options, query, sort),
  };
}

/** The numbers that mark the page and the sums among the counting scans. */
const pageScan = -1;
const sumScan = -2;

async function findInOneStatement(
  { kysely, clock }: Pick<Database, "kysely"> & Pick<Options, "clock">,
  query: IndexQuery,
  { page, facets = [], sums = [] }: Asked,
): Promise<Omit<Found, "version">> {
  const place = tablePlace(query.source, query);
  const narrowing = narrowingOf(place.source, query);
  const plans = facetPlans(place.source, query, narrowing).filter(
    ({ id }) => facets === "all" || facets.includes(id),
  );
  const all = [...narrowing.chosen.keys()];
  const totals = page ? [] : [all, []];
  const counting = countFacets({ place, narrowing, plans, totals });
  const branches = [
    ...(page
      ? [pageBranch({ query, place, narrowing, page, now: clock.now() })]
      : []),
    ...counting.branches,
    ...(sums.length > 0 ? [sumBranch(query, { place, narrowing }, sums)] : []),
  ];
  const { rows } = await sql<CountRow>`${sql.join(
    branches,
    sql` union all `,
  )}`.execute(kysely);
  const added = sums.map((name, index) => {
    const row = rows.find(
      ({ scan, facet }) => scan === sumScan && facet === index,
    );
    return [name, row?.low ?? 0] as const;
  });
  const collected = counting.collect(rows);
  const counted = {
    ...facetsFound(plans, collected),
    sums: Object.fromEntries(added),
  };
  const found = rows.find(({ scan }) => scan === pageScan);
  if (!found) {
    const total = collected.totals.get(withinKey(all)) ?? 0;
    const totalUnfiltered = collected.totals.get(withinKey([])) ?? 0;
    return { ...counted, ids: [], total, totalUnfiltered };
  }
  return {
    ...counted,
    ids: found.value ? found.value.split(",") : [],
    total: found.counter,
    totalUnfiltered: found.low ?? found.counter,
  };
}

/**
 * Returns the SELECT of a page: its ids as one text, the total, and the number
 * of rows without filters, or null if that is the total.
 */
function pageBranch({
  query,
  place,
  narrowing,
  page,
  now,
}: {
  query: IndexQuery;
  place: TablePlace;
  narrowing: Narrowing;
  page: PagePart;
  now: Date;
}): RawBuilder<unknown> {
  const { resource, row } = query;
  const { from, source } = place;
  const where = conditionOf(narrowing);
  const { join, keys } = listingOrder(
    { source, resource, row },
    page.sort,
    now,
  );
  const id = sql.ref(`${source.table}.${source.id}`);
  const count = (condition: Condition) =>
    sql`(select count(*)::int from ${from} where ${condition})`;
  const isNarrowed = narrowing.chosen.size > 0;
  const offset = (page.page - 1) * page.pageSize;
  // A page past the end is not searched: its rows would be sorted for nothing.
  // `offset 0` keeps PostgreSQL from counting again for each use of the total.
  return sql`
    select ${sql.lit(pageScan)} as scan, 0 as facet,
      case when ${offset} < counted.total then array_to_string(array(
        select ${id} from ${from} ${join} where ${where}
        order by ${keys}
        limit ${page.pageSize} offset ${offset}
      ), ',') end as value,
      counted.total as counter,
      ${isNarrowed ? sql`${count(narrowing.scope)}::float8` : sql`null::float8`} as low,
      null::float8 as high
    from (select ${count(where)} as total offset 0) as counted`;
}

/** Returns the SELECT of sums, with a row for each field. */
function sumBranch(
  { row }: IndexQuery,
  { place, narrowing }: { place: TablePlace; narrowing: Narrowing },
  fields: readonly string[],
): RawBuilder<unknown> {
  const sumName = (index: number) => sql.ref(`sum_${String(index)}`);
  const sums = fields.map((name, index) => {
    const value = fieldValue(place.source, name, fieldOf(row, name));
    return sql`sum(${value})::float8 as ${sumName(index)}`;
  });
  const rows = fields.map(
    (_, index) => sql`(${sql.lit(index)}, added.${sumName(index)})`,
  );
  return sql`
    select ${sql.lit(sumScan)} as scan, facet, null::text as value,
      0 as counter, low, null::float8 as high
    from (select ${sql.join(sums)} from ${place.from}
      where ${conditionOf(narrowing)}) as added,
      lateral (values ${sql.join(rows)}) as sums (facet, low)`;
}

async function allIds(
  { database, clock, idsInText = 10_000 }: Options,
  query: IndexQuery,
  sort: ListingState["sort"],
): Promise<IdList> {
  const { from, source } = tablePlace(query.source, query);
  const { join, keys } = listingOrder(
    { source, resource: query.resource, row: query.row },
    sort,
    clock.now(),
  );
  const { rows } = await sql<{ ids: string; count: number }>`
    select array_to_string(ids[place : place + ${idsInText}::int - 1], ',') as ids,
      cardinality(ids) as count
    from (select array(
        select ${sql.ref(`${source.table}.${source.id}`)}
        from ${from} ${join}
        where ${conditionOf(narrowingOf(source, query))} order by ${keys}
      ) as ids offset 0) as listed,
      generate_series(1, cardinality(ids), ${idsInText}::int) as place
    order by place`.execute(database.longRunning);
  const texts = rows.map(({ ids }) => ids);
  return idsOfTexts(texts, rows[0]?.count ?? 0);
}
