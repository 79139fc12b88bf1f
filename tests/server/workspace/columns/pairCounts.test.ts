import { describe, expect, it } from "vitest";
import { chunkRows } from "../../../../server/workspace/columns/chunk";
import { createColumnTable } from "../../../../server/workspace/columns/columnTable";
import { createPairCounts } from "../../../../server/workspace/columns/pairCounts";
import { seeded } from "../listing/support/randomLots";

const sizes = [5, 60];

/** A table of random rows in two columns, and the values of its rows by id. */
function randomTable() {
  const random = seeded(3);
  const table = createColumnTable(["first", "second"]);
  const rows = new Map<number, number[]>();
  return {
    random,
    table,
    put: (id: number, [first, second] = sizes) => {
      const values = [random(first ?? 1), random(second ?? 1)];
      rows.set(id, values);
      table.put({ id, version: id, values });
    },
    remove: (id: number) => {
      rows.delete(id);
      table.remove(id);
    },
    /** The rows by the second value among those with one of the first values. */
    expected: (among: readonly number[]) => {
      const counts = new Map<number, number>();
      for (const [first = 0, second = 0] of rows.values())
        if (among.includes(first))
          counts.set(second, (counts.get(second) ?? 0) + 1);
      return counts;
    },
    found: (among: readonly number[], rowsToCount?: number) => {
      const { values } = table.dictionary(0);
      const marks = Uint8Array.from(values, (value) =>
        among.includes(Number(value ?? -1)) ? 1 : 0,
      );
      const count = createPairCounts(table, table.view(), rowsToCount);
      const counts = count({ column: 0, marks }, 1);
      if (!counts) return null;
      const named = table
        .dictionary(1)
        .values.map((value, code) => [value, counts[code] ?? 0] as const);
      return new Map(named.filter(([, rows]) => rows > 0));
    },
  };
}

describe("the counts of pairs of values", () => {
  it("equal the rows after changes, removals and new values", () => {
    const { table, random, put, remove, expected, found } = randomTable();
    const last = 2 * chunkRows + 100;
    for (let id = 1; id <= last; id += 1) put(id);
    table.publish();
    expect(found([1, 3])).toEqual(expected([1, 3]));
    for (let round = 0; round < 5; round += 1) {
      for (let step = 0; step < 200; step += 1) {
        put(1 + random(last), [5 + round, 60 + 20 * round]);
        remove(1 + random(last));
        put(last + 200 * round + step);
      }
      table.publish();
      for (const among of [[], [0], [2, 4, 6]])
        expect(found(among)).toEqual(expected(among));
    }
  });

  it("come after some queries, each of which counts a part of the rows", () => {
    const { table, put, expected, found } = randomTable();
    for (let id = 1; id <= 2 * chunkRows + 1; id += 1) put(id);
    table.publish();
    expect(found([1], 1)).toBeNull();
    expect(found([1], 1)).toBeNull();
    expect(found([1], 1)).toEqual(expected([1]));
  });

  it("are not kept for two columns with very many values", () => {
    const { table, put, found } = randomTable();
    for (let id = 1; id <= 3_000; id += 1) put(id, [1_000, 1_000]);
    table.publish();
    expect(found([1])).toBeNull();
  });
});
