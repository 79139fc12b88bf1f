import { sql } from "kysely";
import type { ListingState } from "../../../domain/listing/state";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { countFacets } from "./facetCounts";
import { facetPlans } from "./facetPlan";
import { fieldValue } from "./fieldSql";
import { idList, type IdList } from "./idList";
import type { Found, IndexQuery, ListingIndex, PagePart } from "./listingIndex";
import { listingOrder } from "./listingOrder";
import { conditionOf, narrowingOf } from "./narrowing";
import { fieldOf, type Condition } from "./rowSource";

type Options = { database: Database; clock: Clock };

/** `scope` is the number of rows without filters, or null if that is the total. */
type FoundPage = { ids: string[]; total: number; scope: number | null };

const nothing = { ids: [], total: 0, totalUnfiltered: 0 };

/**
 * Makes the listing index that reads the database: one statement for the page
 * with its totals, one for all facets, and one for all sums.
 */
export function sqlListingIndex(options: Options): ListingIndex {
  return {
    find: async (query, { page, facets }) => {
      const [found, counted] = await Promise.all([
        page && searchPage(options, query, page),
        facets && countWanted(options, query, facets),
      ]);
      const { counts, bounds, ...totals } = counted ?? {
        counts: new Map<string, Map<string, number>>(),
        bounds: new Map<string, { min: number | null; max: number | null }>(),
      };
      return { ...nothing, ...totals, ...found, counts, bounds };
    },
    all: (query, sort) => allIds(options, query, sort),
    sums: (query, fields) => sumFields(options, query, fields),
  };
}

async function searchPage(
  { database, clock }: Options,
  query: IndexQuery,
  page: PagePart,
): Promise<Pick<Found, "ids" | "total" | "totalUnfiltered">> {
  const { source } = query;
  const narrowing = narrowingOf(source, query);
  const table = sql.table(source.table);
  const where = conditionOf(narrowing);
  const { join, keys } = listingOrder(
    { source, resource: query.resource, row: query.row },
    page.sort,
    clock.now(),
  );
  const id = sql.ref(`${source.table}.${source.id}`);
  const count = (condition: Condition) =>
    sql`(select count(*)::int from ${table} where ${condition})`;
  const isNarrowed = narrowing.chosen.size > 0;
  const offset = (page.page - 1) * page.pageSize;
  // A page past the end is not searched: its rows would be sorted for nothing.
  const { rows } = await sql<FoundPage>`
    select
      case when ${offset} < counted.total then array(
        select ${id}::text from ${table} ${join} where ${where}
        order by ${keys}
        limit ${page.pageSize} offset ${offset}
      ) else '{}' end as ids,
      counted.total,
      ${isNarrowed ? count(narrowing.scope) : sql`null::int`} as scope
    from (select ${count(where)} as total) as counted`.execute(database.kysely);
  const { ids = [], total = 0, scope = null } = rows[0] ?? {};
  return { ids, total, totalUnfiltered: scope ?? total };
}

async function allIds(
  { database, clock }: Options,
  query: IndexQuery,
  sort: ListingState["sort"],
): Promise<IdList> {
  const { source } = query;
  const { join, keys } = listingOrder(
    { source, resource: query.resource, row: query.row },
    sort,
    clock.now(),
  );
  const { rows } = await sql<{ ids: string }>`
    select array_to_string(array(
      select ${sql.ref(`${source.table}.${source.id}`)}
      from ${sql.table(source.table)} ${join}
      where ${conditionOf(narrowingOf(source, query))} order by ${keys}
    ), ',') as ids`.execute(database.longRunning);
  return idList(rows[0]?.ids ?? "");
}

function countWanted(
  { database }: Options,
  query: IndexQuery,
  wanted: readonly string[] | "all",
) {
  const { source } = query;
  const narrowing = narrowingOf(source, query);
  const plans = facetPlans(source, query, narrowing).filter(
    ({ id }) => wanted === "all" || wanted.includes(id),
  );
  return countFacets(database, { source, narrowing, plans });
}

/** Adds up fields over the matching rows. Rows without a value add nothing. */
async function sumFields(
  { database }: Options,
  query: IndexQuery,
  fields: readonly string[],
): Promise<Record<string, number>> {
  if (fields.length === 0) return {};
  const { source, row } = query;
  const sums = fields.map((name) => {
    const value = fieldValue(source, name, fieldOf(row, name));
    return sql`coalesce(sum(${value}), 0)::float8`;
  });
  const { rows } = await sql<{ sums: number[] }>`
    select array[${sql.join(sums)}] as sums from ${sql.table(source.table)}
    where ${conditionOf(narrowingOf(source, query))}`.execute(database.kysely);
  return Object.fromEntries(
    fields.map((name, index) => [name, rows[0]?.sums[index] ?? 0]),
  );
}
