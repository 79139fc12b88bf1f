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
   * Returns a table with the computed columns of a reader, the object by which threads know
   * it; null if the columns take too much memory. Throws `NotLoaded` if the table lacks a
   * field that they need.
   */
  of(
    asked: {
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

  return {
    of: async ({ area, table, view, query }, word) => {
      const { formulas, row } = query;
      const key = `${numberOf(table)} ${row.$id} ${formulas.key}`;
      const computed = used.get(key) ?? {
        ...createComputedTable({ table, query, formulas, word }),
        area,
      };
      used.delete(key);
      used.set(key, computed);
      const made = await computed.view(view);
      for (const oldest of [...used.keys()]) {
        if (bytes() <= limit || oldest === key) break;
        drop(oldest);
      }
      if (bytes() <= limit) return { ...made, owner: computed };
      drop(key);
      return null;
    },
    forget: (area) => {
      for (const [key, computed] of used) if (computed.area === area) drop(key);
    },
  };
}
