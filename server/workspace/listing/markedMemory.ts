import { LRUCache } from "lru-cache";
import type { ChangeMark } from "./changeMark";
import type { FacetValues } from "./facetCounts";

const mostTotals = 50_000;
/** About 100 bytes each. */
const mostFacetValues = 200_000;
const mostOrders = 2_000;
const mostPoints = 200;

/** The place of a row in an order: its sort key as text, and its id. */
export type OrderPoint = { offset: number; key: string; id: string };

type Marked<Value> = { mark: string; value: Value };

/**
 * Keeps counts and places of rows as long as a table has the change mark at which
 * they were read. Keys contain the table.
 */
export type MarkedMemory = {
  totals: Kept<number>;
  facets: Kept<FacetValues>;
  points: Kept<readonly OrderPoint[]>;
  /** Returns the mark that a table had last, as far as it is known. */
  latest(table: string): string | undefined;
  /** Notes the settled mark that a table has now. */
  note(table: string, mark: ChangeMark): void;
  /** Stops caching for this table until the settled position passes the mark. */
  rest(table: string, mark: ChangeMark): void;
  /** Returns whether the position is still before such a mark. */
  isResting(table: string, position: bigint): boolean;
};

export type Kept<Value> = {
  get(key: string, mark: string | undefined): Value | undefined;
  set(key: string, mark: string, value: Value): void;
};

export function createMarkedMemory(): MarkedMemory {
  const marks = new Map<string, string>();
  const restsUntil = new Map<string, bigint>();
  return {
    totals: keep(new LRUCache({ max: mostTotals })),
    facets: keep(
      new LRUCache({
        maxSize: mostFacetValues,
        sizeCalculation: ({ value }: Marked<FacetValues>) =>
          "counts" in value ? 1 + value.counts.size : 1,
      }),
    ),
    points: keep(new LRUCache({ max: mostOrders })),
    latest: (table) => marks.get(table),
    note: (table, { text }) => {
      marks.set(table, text);
    },
    rest: (table, { highest }) => {
      restsUntil.set(table, highest);
    },
    isResting: (table, position) => position < (restsUntil.get(table) ?? 0n),
  };
}

const keep = <Value>(
  cache: Pick<LRUCache<string, Marked<Value>>, "get" | "set">,
): Kept<Value> => ({
  get: (key, mark) => {
    const found = cache.get(key);
    return found && found.mark === mark ? found.value : undefined;
  },
  set: (key, mark, value) => {
    cache.set(key, { mark, value });
  },
});

/** Returns the points with one more. The oldest points are dropped. */
export const withPoint = (
  points: readonly OrderPoint[],
  point: OrderPoint,
): readonly OrderPoint[] =>
  points.some(({ offset }) => offset === point.offset)
    ? points
    : [...points.slice(1 - mostPoints), point];
