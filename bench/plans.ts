import { CompiledQuery, sql } from "kysely";
import { filterKind } from "../domain/listing/kinds/kinds";
import type { FilterValue, ListingState } from "../domain/listing/state";
import { emptyState } from "../domain/listing/url";
import { filterId, type Filter } from "../domain/resource";
import { lotSource } from "../server/catalog";
import type { Database } from "../server/platform/database";
import { createListingIndex } from "../server/workspace/listing";
import { generateLots, middleOfSales } from "./support/generatedLots";
import { viewer } from "./support/lots";
import { benchStatements, type PlanBench } from "./support/planBench";

/**
 * `ROWS=200000,2000000 npm run bench -- plans`; `ONLY=filter`, `sort` or `facets`
 * limits it.
 */
const sizes = (process.env.ROWS ?? "200000").split(",").map(Number);
const only = process.env.ONLY ?? "";
const deepPage = 2_000;
/** This page stands for all facets. */
const allFacets = -1;
const clock = { now: () => middleOfSales };

type Case = { name: string; state: Partial<ListingState> };

/**
 * Explains the statements of car auctions for each declared filter and sort, alone
 * and in common pairs.
 */
export async function benchPlans(): Promise<string> {
  const tables: string[] = [];
  for (const rows of sizes)
    tables.push(
      await benchStatements(`${rows.toLocaleString("en")} lots`, (bench) =>
        explainSize(bench, rows),
      ),
    );
  return tables.join("\n\n");
}

async function explainSize(
  { database, logged, declared, makeIndexes, setFloor, explain }: PlanBench,
  count: number,
): Promise<void> {
  await generateLots(database, count);
  const resource = declared.workspace.resource("car-auction");
  const row = declared.schemas.row(resource.row);
  await makeIndexes([resource.name]);
  await sql`vacuum (analyze) lots`.execute(database.longRunning);
  const query = {
    ...{ resource, row, viewer, source: lotSource },
    where: undefined,
  };
  const valueOf = await commonValues(database, { resource, row });
  await setFloor(
    "every lot once",
    CompiledQuery.raw("select count(*) from lots_auction"),
  );
  for (const { name, state } of casesOf(resource, valueOf).filter(
    ({ name: of }) => of.startsWith(only),
  )) {
    const index = createListingIndex({ database: logged, clock });
    const chosen = { ...emptyState(resource), ...state };
    await explain(
      name,
      () =>
        index.find(
          { ...query, state: chosen },
          state.page === allFacets ? { facets: "all" } : { page: chosen },
        ),
      (text) => text.includes("lots_auction"),
    );
  }
}

type Declared = Pick<
  Parameters<ReturnType<typeof createListingIndex>["find"]>[0],
  "resource" | "row"
>;

/** Returns the most common value of each filter, and the middle of each range. */
async function commonValues(
  database: Database,
  { resource, row }: Declared,
): Promise<(filter: Filter) => FilterValue | undefined> {
  const state = { filters: {}, search: null };
  const query = { resource, row, state, viewer, where: undefined };
  const index = createListingIndex({ database, clock });
  const find = (filters: Record<string, FilterValue>) =>
    index.find(
      { ...query, state: { ...state, filters }, source: lotSource },
      { facets: "all" },
    );
  const { counts, bounds } = await find({});
  const outer = mostCommon(counts.get("maker"));
  const inside = await find(outer ? { maker: outer } : {});
  return (filter) => {
    const id = filterId(filter);
    const field = row.properties[filter.field];
    if (!field) return undefined;
    const range = bounds.get(id);
    if (filterKind(field, filter) === "range" && range) {
      const { min, max } = range;
      if (min === null || max === null) return undefined;
      const third = Math.floor((max - min) / 3);
      return { kind: "range", from: min + third, to: max - third };
    }
    return mostCommon(counts.get(id) ?? inside.counts.get(id));
  };
}

function mostCommon(
  counts: ReadonlyMap<string, number> | undefined,
): FilterValue | undefined {
  const [first] = [...(counts ?? [])].sort(([, a], [, b]) => b - a);
  return first && { kind: "choices", values: [first[0]] };
}

function casesOf(
  { filters, sorts }: Declared["resource"],
  valueOf: (filter: Filter) => FilterValue | undefined,
): Case[] {
  const chosen = filters.flatMap((filter) => {
    const value = valueOf(filter);
    const outer = filters.find((other) => filterId(other) === filter.by);
    const outerValue = outer && valueOf(outer);
    const values = {
      ...(filter.by && outerValue ? { [filter.by]: outerValue } : {}),
      ...(value ? { [filterId(filter)]: value } : {}),
    };
    return value ? [{ name: filterId(filter), values }] : [];
  });
  const [first, second] = chosen;
  const pairs = [first, second].flatMap((leading, place) =>
    chosen.slice(place + 1).flatMap(({ name, values }) =>
      leading
        ? [
            {
              name: `${leading.name} + ${name}`,
              values: { ...leading.values, ...values },
            },
          ]
        : [],
    ),
  );
  const combined = [{ name: "no filter", values: {} }, ...chosen, ...pairs];
  const orders = sorts.flatMap(({ id }) =>
    (["ASC", "DESC"] as const).map((order) => ({ id, order })),
  );
  return [
    ...combined.map(({ name, values }) => ({
      name: `filter ${name}`,
      state: { filters: values },
    })),
    ...orders.flatMap((sort) =>
      [{ name: "no filter", values: {} }, ...[first, second]].flatMap((with_) =>
        [1, deepPage].map((page) => ({
          name: `sort ${sort.id} ${sort.order}, ${with_?.name ?? ""}, page ${page}`,
          state: { sort, page, filters: with_?.values ?? {} },
        })),
      ),
    ),
    ...combined.map(({ name, values }) => ({
      name: `facets ${name}`,
      state: { filters: values, page: allFacets },
    })),
  ];
}
