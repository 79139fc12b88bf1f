import { sql, type RawBuilder } from "kysely";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type { RecentPosition } from "../../platform/changes";
import { markSql, readMark, type ChangeMark } from "./changeMark";
import { readColumnOrders } from "./columnOrders";
import {
  countFacets,
  facetsFound,
  facetValue,
  withinKey,
  type CountRow,
  type FacetValues,
} from "./facetCounts";
import { facetPlans, type FacetPlan } from "./facetPlan";
import type { Asked, Found, IndexQuery, PagePart } from "./listingIndex";
import { listingOrder } from "./listingOrder";
import { createMarkedMemory } from "./markedMemory";
import { conditionOf, narrowingOf, type Narrowing } from "./narrowing";
import { createPageReader } from "./pageReader";
import { readsOtherRows } from "./readsOtherRows";
import { tablePlace, type TablePlace } from "./tablePlace";

type Options = { database: Pick<Database, "kysely">; clock: Clock };

/** Where a call reads, and the position that it read before. */
type Reading = Pick<Database, "kysely"> & { position: RecentPosition };

/** A query and the counts that it needs. */
type Plan = {
  query: IndexQuery;
  place: TablePlace;
  narrowing: Narrowing;
  markText: RawBuilder<string>;
  plans: readonly FacetPlan[];
  /** The sets of conditions whose rows are counted, by `withinKey`. */
  withins: ReadonlyMap<string, readonly string[]>;
  /** Returns the key of a set of conditions in the memory. */
  keyOf: (within: readonly string[]) => string;
};

type Counted = {
  mark: string;
  /** Whether a statement of this call has read the mark. */
  isRead: boolean;
  totals: ReadonlyMap<string, number>;
  facets: ReadonlyMap<string, FacetValues>;
};

/** The mark among the rows of the counting scans. */
const markScan = -3;
const attempts = 3;

/**
 * Returns a search of the database that counts nothing twice: totals and facets
 * are remembered by their conditions as long as no row of the table changes,
 * which each call checks by the change mark of its own statements. It returns null
 * for tables without change numbers, for conditions and facets that read other rows,
 * for sums, and while changes are being written; one statement must then read
 * everything.
 */
export function createRememberedFind({ database, clock }: Options) {
  const memory = createMarkedMemory();
  const readPage = createPageReader({
    memory,
    hasOrder: readColumnOrders(database),
  });

  const planOf = (query: IndexQuery, asked: Asked): Plan | null => {
    const markText = markSql(query);
    if (!markText || (asked.sums?.length ?? 0) > 0) return null;
    const { facets = [] } = asked;
    const place = tablePlace(query.source, query);
    const narrowing = narrowingOf(place.source, query);
    const plans = facetPlans(place.source, query, narrowing).filter(
      ({ id }) => facets === "all" || facets.includes(id),
    );
    if (readsOtherRows(place.source, query, plans)) return null;
    const sets = [
      [...narrowing.chosen.keys()],
      [],
      ...plans.map(({ within }) => within),
    ];
    const keyOf = (within: readonly string[]) => {
      const { sql: text, parameters } = conditionOf(narrowing, within).compile(
        database.kysely,
      );
      return JSON.stringify([place.table, text, parameters]);
    };
    const withins = new Map(
      sets.map((within) => [withinKey(within), within] as const),
    );
    return { query, place, narrowing, markText, plans, withins, keyOf };
  };

  /** Runs the counts that are not cached. Returns null if the cached counts are out of date. */
  const count = async (
    plan: Plan,
    { kysely, position }: Reading,
  ): Promise<Counted | null> => {
    const { place, narrowing, plans, withins, keyOf, markText } = plan;
    const { table } = place;
    const latest = memory.latest(table);
    const keys = new Map(
      [...withins].map(([name, within]) => [name, keyOf(within)] as const),
    );
    const facetKey = (facet: FacetPlan) => {
      const { id, within, filter, field } = facet;
      // The value of a facet can depend on the viewer.
      const value = facetValue(place.source, facet).compile(database.kysely);
      const counted = [value.sql, value.parameters];
      return JSON.stringify([
        keys.get(withinKey(within)),
        id,
        filter,
        field,
        counted,
      ]);
    };
    const totals = new Map<string, number>();
    const missing: (readonly string[])[] = [];
    for (const [name, within] of withins) {
      const known = memory.totals.get(keys.get(name) ?? "", latest);
      if (known === undefined) missing.push(within);
      else totals.set(name, known);
    }
    const facets = new Map<string, FacetValues>();
    const missingPlans: FacetPlan[] = [];
    for (const facet of plans) {
      const known = memory.facets.get(facetKey(facet), latest);
      if (known) facets.set(facet.id, known);
      else missingPlans.push(facet);
    }
    if (latest !== undefined && missing.length + missingPlans.length === 0)
      return { mark: latest, isRead: false, totals, facets };

    const counting = countFacets({
      place,
      narrowing,
      plans: missingPlans,
      totals: missing,
    });
    const { rows } = await sql<CountRow>`${sql.join(
      [
        ...counting.branches,
        sql`select ${sql.lit(markScan)}, 0, ${markText}, 0,
          null::float8, null::float8`,
      ],
      sql` union all `,
    )}`.execute(kysely);
    const found = rows.find(({ scan }) => scan === markScan);
    const mark = settledMark(table, readMark(found?.value ?? ""), position);
    if (!mark) return null;
    const counted = counting.collect(rows);
    for (const [name, total] of counted.totals) {
      memory.totals.set(keys.get(name) ?? "", mark, total);
      totals.set(name, total);
    }
    for (const facet of missingPlans) {
      const values = counted.facets.get(facet.id) ?? { counts: new Map() };
      memory.facets.set(facetKey(facet), mark, values);
      facets.set(facet.id, values);
    }
    const isOld = latest !== mark && hasRecalled(missing, missingPlans, plan);
    return isOld ? null : { mark, isRead: true, totals, facets };
  };

  /** Returns the mark if all changes up to it are settled. */
  const settledMark = (
    table: string,
    mark: ChangeMark,
    { settled }: RecentPosition,
  ): string | null => {
    if (mark.highest > settled) {
      memory.rest(table, mark);
      return null;
    }
    memory.note(table, mark);
    return mark.text;
  };

  const readMarkNow = async (
    { markText }: Plan,
    { kysely }: Reading,
  ): Promise<ChangeMark> => {
    const { rows } = await sql<{ mark: string }>`
      select ${markText} as mark`.execute(kysely);
    return readMark(rows[0]?.mark ?? "");
  };

  const attempt = async (
    plan: Plan,
    page: PagePart | undefined,
    reading: Reading,
  ): Promise<Omit<Found, "version"> | null> => {
    const { position } = reading;
    const counted = await count(plan, reading);
    if (!counted) return null;
    const { mark, totals } = counted;
    const all = [...plan.narrowing.chosen.keys()];
    const total = totals.get(withinKey(all)) ?? 0;
    const totalUnfiltered = totals.get("") ?? 0;
    const isEmpty = !page || (page.page - 1) * page.pageSize >= total;
    let ids: string[] = [];
    if (!isEmpty) {
      const { query, place, narrowing } = plan;
      const found = await readPage(reading, {
        place,
        where: conditionOf(narrowing),
        whereKey: plan.keyOf(all),
        order: listingOrder(
          { ...query, source: place.source },
          page.sort,
          clock.now(),
        ),
        query,
        page,
        total,
        totalUnfiltered,
        markText: plan.markText,
        mark,
      });
      if (found.mark.text !== mark) {
        settledMark(place.table, found.mark, position);
        return null;
      }
      ids = found.ids;
    } else if (!counted.isRead) {
      const present = await readMarkNow(plan, reading);
      if (present.text !== mark) {
        settledMark(plan.place.table, present, position);
        return null;
      }
    }
    return {
      ids,
      total,
      totalUnfiltered,
      ...facetsFound(plan.plans, counted),
      sums: {},
    };
  };

  return async (
    reading: Reading,
    query: IndexQuery,
    asked: Asked,
  ): Promise<Omit<Found, "version"> | null> => {
    const { position } = reading;
    const plan = planOf(query, asked);
    if (!plan) return null;
    for (let round = 0; round < attempts; round += 1) {
      if (!position.isSure) return null;
      if (memory.isResting(plan.place.table, position.settled)) return null;
      const found = await attempt(plan, asked.page, reading);
      if (found) return found;
    }
    return null;
  };
}

/** Returns whether some counts of a query came from the memory. */
const hasRecalled = (
  missing: readonly unknown[],
  missingPlans: readonly unknown[],
  { withins, plans }: Plan,
): boolean =>
  missing.length < withins.size || missingPlans.length < plans.length;
