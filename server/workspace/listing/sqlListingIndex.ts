import { sql } from "kysely";
import { filterId } from "../../../domain/resource";
import type { NumberRange, Option } from "../../../generated/schemas";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { countFacets, type FacetCounts } from "./facetCounts";
import { facetOptions } from "./facetOptions";
import { facetPlans, type FacetPlan } from "./facetPlan";
import { idList, type IdList } from "./idList";
import type {
  ChoiceLabel,
  Facets,
  FoundPage,
  ListingIndex,
  PageQuery,
} from "./listingIndex";
import { listingOrder } from "./listingOrder";
import { conditionOf, narrowingOf, type ListingQuery } from "./narrowing";
import { storageOf, type Condition, type RowSource } from "./rowSource";
import type { DictionaryCache } from "./dictionaryCache";

type Options = {
  database: Database;
  source: RowSource;
  dictionaries: DictionaryCache;
  clock: Clock;
};

/** `scope` is the number of rows without filters, or null if that is the total. */
type Found = { ids: string[]; total: number; scope: number | null };

/** Makes the listing index that reads the database, with one statement a call. */
export function sqlListingIndex(options: Options): ListingIndex {
  return {
    search: (query) => searchPage(options, query),
    all: (query) => allIds(options, query),
    facets: (query, asked) => allFacets(options, query, asked),
    options: async (query, { filter, search, label }) => {
      const { plans, found } = await countOf(options, query, [filter]);
      await loadTerms(options, { plans, found, query });
      return plans.flatMap((plan) =>
        optionsOf(options, { plan, found, query, label, search }),
      );
    },
  };
}

async function searchPage(
  { database, source, clock }: Options,
  query: PageQuery,
): Promise<FoundPage> {
  const { state } = query;
  const narrowing = narrowingOf(source, query);
  const table = sql.table(source.table);
  const where = conditionOf(narrowing);
  const { join, keys } = listingOrder(
    { source, resource: query.resource, row: query.row },
    state.sort,
    clock.now(),
  );
  const id = sql.ref(`${source.table}.${source.id}`);
  const count = (condition: Condition) =>
    sql`(select count(*)::int from ${table} where ${condition})`;
  const isNarrowed = narrowing.chosen.size > 0;
  const offset = (state.page - 1) * state.pageSize;
  // A page past the end is not searched: its rows would be sorted for nothing.
  const { rows } = await sql<Found>`
    select
      case when ${offset} < counted.total then array(
        select ${id}::text from ${table} ${join} where ${where}
        order by ${keys}
        limit ${state.pageSize} offset ${offset}
      ) else '{}' end as ids,
      counted.total,
      ${isNarrowed ? count(narrowing.scope) : sql`null::int`} as scope
    from (select ${count(where)} as total) as counted`.execute(database.kysely);
  const { ids = [], total = 0, scope = null } = rows[0] ?? {};
  return { ids, total, totalUnfiltered: scope ?? total };
}

async function allIds(
  { database, source, clock }: Options,
  query: PageQuery,
): Promise<IdList> {
  const { join, keys } = listingOrder(
    { source, resource: query.resource, row: query.row },
    query.state.sort,
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

async function allFacets(
  options: Options,
  query: ListingQuery,
  {
    label,
    wanted,
  }: { label: ChoiceLabel; wanted?: readonly string[] | undefined },
): Promise<Facets> {
  const { plans, found } = await countOf(options, query, wanted);
  await loadTerms(options, { plans, found, query });
  const facets: Facets = {
    total: found.total,
    totalUnfiltered: found.totalUnfiltered,
    options: Object.fromEntries(emptyFacets(query, wanted)),
    ranges: {},
  };
  for (const plan of plans) {
    if (plan.kind.kind === "range")
      facets.ranges[plan.id] = rangeOf(plan, found);
    else
      facets.options[plan.id] = optionsOf(options, {
        plan,
        found,
        query,
        label,
      });
  }
  return facets;
}

const rangeOf = (
  { id, filter }: FacetPlan,
  { bounds }: FacetCounts,
): NumberRange => ({
  min: bounds.get(id)?.min ?? null,
  max: bounds.get(id)?.max ?? null,
  step: filter.step ?? 1,
});

async function countOf(
  { database, source }: Options,
  query: ListingQuery,
  wanted?: readonly string[],
): Promise<{ plans: FacetPlan[]; found: FacetCounts }> {
  const narrowing = narrowingOf(source, query);
  const plans = facetPlans(source, query, narrowing).filter(
    ({ id }) => !wanted || wanted.includes(id),
  );
  const found = await countFacets(database, { source, narrowing, plans });
  return { plans, found };
}

/** A filter within an outer filter has no choices until that has a value. */
const emptyFacets = (
  { resource, state }: ListingQuery,
  wanted: readonly string[] | undefined,
): (readonly [string, Option[]])[] =>
  resource.filters
    .filter(({ by }) => by !== undefined && !state.filters[by])
    .map(filterId)
    .filter((id) => !wanted || wanted.includes(id))
    .map((id) => [id, []] as const);

type Counted = { plans: FacetPlan[]; found: FacetCounts; query: ListingQuery };

async function loadTerms(
  { source, dictionaries }: Options,
  { plans, found, query }: Counted,
): Promise<void> {
  const wanted = plans.flatMap(({ id, filter }) => {
    const storage = storageOf(source, filter.field);
    const chosen = query.state.filters[id];
    if (storage.kind !== "term") return [];
    const values = [
      ...(found.counts.get(id)?.keys() ?? []),
      ...(chosen?.kind === "choices" ? chosen.values : []),
    ];
    return values.map((value) => ({
      kind: storage.dictionary,
      id: Number(value),
    }));
  });
  await dictionaries.load(wanted);
}

function optionsOf(
  { source, dictionaries, clock }: Options,
  asked: {
    plan: FacetPlan;
    found: FacetCounts;
    query: ListingQuery;
    label: ChoiceLabel;
    search?: string | undefined;
  },
) {
  const { plan, found, query, label, search } = asked;
  return facetOptions({
    source,
    plan,
    dictionaries,
    label,
    search,
    counts: found.counts.get(plan.id) ?? new Map<string, number>(),
    chosen: query.state.filters[plan.id],
    now: clock.now(),
  });
}
