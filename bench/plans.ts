import { CompiledQuery, sql } from "kysely";
import { filterKind } from "../domain/listing/filterKind";
import type { FilterValue, ListingState } from "../domain/listing/state";
import { emptyState } from "../domain/listing/url";
import { filterId, type Filter } from "../domain/resource";
import { lotSource } from "../server/catalog";
import { setChecks, sourceOf } from "../server/declare";
import {
  migrate,
  openDatabase,
  type Database,
} from "../server/platform/database";
import { findRoot } from "../server/platform/root";
import { compileSet } from "../server/workspace/declared/compileSet";
import {
  listIndexes,
  openIndexSession,
  wantedIndexes,
} from "../server/workspace/indexes";
import { createListingIndex } from "../server/workspace/listing";
import { readSources } from "../server/workspace/sources";
import { startPostgres } from "../tests/support/postgres";
import { createExplain, planLine, planHeader } from "./support/explain";
import { generateLots } from "./support/generatedLots";
import { logStatements } from "./support/logStatements";
import { now, viewer } from "./support/lots";

/**
 * `ROWS=200000,2000000 npm run bench -- plans`; `ONLY=filter`, `sort` or `facets`
 * limits it.
 */
const sizes = (process.env.ROWS ?? "200000").split(",").map(Number);
const only = process.env.ONLY ?? "";
const deepPage = 2_000;
/** This page stands for all facets. */
const allFacets = -1;
const silent = { info() {}, warn() {}, error() {} };
const clock = { now: () => now };

type Case = { name: string; state: Partial<ListingState> };

/**
 * Explains the statements of car auctions for each declared filter and sort, alone
 * and in common pairs, each by a program that remembers only the number of all lots.
 */
export async function benchPlans(): Promise<string> {
  const tables: string[] = [];
  for (const rows of sizes) tables.push(await explainSize(rows));
  return tables.join("\n\n");
}

async function explainSize(count: number): Promise<string> {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = await openDatabase({
    url,
    dataDirectory: ":memory:",
    log: silent,
  });
  await migrate(database);
  await generateLots(database, count);
  const { schemas, workspace } = compileSet({
    sources: readSources(findRoot()),
    checks: setChecks,
  });
  const resource = workspace.resource("car-auction");
  const row = schemas.row(resource.row);
  const set = { resources: [resource], row: () => row, sourceOf };
  const session = await openIndexSession({ database, log: silent });
  await session.reconcile([
    ...wantedIndexes(set),
    ...listIndexes(set, () => false),
  ]);
  await session.close();
  await sql`vacuum (analyze) lots`.execute(database.longRunning);

  const declared = { resource, row, viewer, where: undefined };
  const statements: CompiledQuery[] = [];
  const logged = logStatements(url, statements);
  const valueOf = await commonValues(logged, { resource, row });
  const lines = [`${count.toLocaleString("en")} lots`, planHeader];
  const explain = createExplain(logged);
  // The first run fills the caches of PostgreSQL.
  const whole = CompiledQuery.raw("select count(*) from lots_auction");
  await explain(whole);
  const floor = await explain(whole);
  lines.push(planLine("every lot once (the floor)", floor, floor));
  const cases = casesOf(resource, valueOf);
  for (const { name, state } of cases.filter(({ name: of }) =>
    of.startsWith(only),
  )) {
    const index = createListingIndex({ database: logged, clock });
    await index.find(
      { ...declared, state: emptyState(resource), source: lotSource },
      {},
    );
    statements.length = 0;
    const chosen = { ...emptyState(resource), ...state };
    await index.find(
      { ...declared, state: chosen, source: lotSource },
      state.page === allFacets ? { facets: "all" } : { page: chosen },
    );
    for (const statement of [...statements])
      if (statement.sql.includes("lots_auction"))
        lines.push(planLine(name, await explain(statement), floor));
  }
  await logged.kysely.destroy();
  await database.close();
  await postgres.stop();
  return lines.join("\n");
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
    if (filterKind(field, filter).kind === "range" && range) {
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
