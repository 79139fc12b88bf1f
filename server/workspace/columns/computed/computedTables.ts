import type { Formulas } from "../../computed/formulas";
import type { IndexQuery } from "../../listing/query/listingIndex";
import type { WordOf } from "../query/conditions";
import type { ColumnTable } from "../store/columnTable";
import type { View } from "../store/view";
import {
  createComputedTable,
  type ComputedTable,
  type ComputedView,
} from "./computedView";

/** The share of the memory of the index that computed columns may take. */
const mostShare = 0.15;

/** The computed columns of all tables, the last used ones within the memory. */
export type ComputedTables = {
  /**
   * Returns a table with the computed columns of a reader and the object by which threads
   * know it. Null if the columns take too much memory or were dropped, or if they
   * take long to compute and the query does not need them; then they are computed for later
   * queries. Throws `NotLoaded` if the table lacks a field that they need.
   */
  of(
    asked: {
      isNeeded: boolean;
      /** The area of the table. */
      area: object;
      table: ColumnTable;
      view: View;
      query: IndexQuery & { formulas: Formulas };
    },
    word: (dictionary: string, id: number) => ReturnType<WordOf>,
  ): Promise<(ComputedView & { owner: object }) | null>;
  /** Frees the columns of an area, whose table was replaced or given up. */
  forget(area: object): void;
};

/** Makes the computed columns. `forget` frees the memory of threads. */
export function createComputedTables(
  mostBytes: number,
  forget: (owner: object) => void,
): ComputedTables {
  const limit = mostShare * mostBytes;
  /** The last used ones come last. */
  const used = new Map<string, ComputedTable & { area: object }>();
  /** The columns that took too much memory, by area. */
  const tooLarge = new WeakMap<object, Set<string>>();
  const numbers = new WeakMap<ColumnTable, number>();
  let last = 0;

  const numberOf = (table: ColumnTable) => {
    const number = numbers.get(table) ?? (last += 1);
    numbers.set(table, number);
    return number;
  };

  const drop = (key: string) => {
    const dropped = used.get(key);
    if (dropped) forget(dropped);
    used.delete(key);
  };

  const bytes = () =>
    [...used.values()].reduce((sum, computed) => sum + computed.bytes(), 0);

  /** Drops the oldest columns, and last the columns with this key, until all fit. */
  const fit = (key: string) => {
    for (const oldest of [...used.keys()]) {
      if (bytes() <= limit || oldest === key) break;
      drop(oldest);
    }
    const computed = used.get(key);
    if (!computed || bytes() <= limit) return;
    const { area } = computed;
    tooLarge.set(area, (tooLarge.get(area) ?? new Set()).add(key));
    drop(key);
  };

  return {
    of: async ({ isNeeded, area, table, view, query }, word) => {
      const { formulas, row } = query;
      const key = `${numberOf(table)} ${row.$id} ${formulas.key}`;
      if (tooLarge.get(area)?.has(key)) return null;
      const computed = used.get(key) ?? {
        ...createComputedTable({ table, query, formulas, word }),
        area,
      };
      used.delete(key);
      used.set(key, computed);
      const computing = computed.view(view);
      if (!isNeeded && !computed.isSoonReady(view)) {
        computing.then(
          () => fit(key),
          () => undefined,
        );
        return null;
      }
      const made = await computing;
      fit(key);
      return used.get(key) === computed ? { ...made, owner: computed } : null;
    },
    forget: (area) => {
      tooLarge.delete(area);
      for (const [key, computed] of used) if (computed.area === area) drop(key);
    },
  };
}
