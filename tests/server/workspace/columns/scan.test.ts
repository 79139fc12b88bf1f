import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import {
  createRanks,
  possibleValues,
} from "../../../../server/workspace/columns/query/order";
import { scanView } from "../../../../server/workspace/columns/scan/scan";
import { chunkRows } from "../../../../server/workspace/columns/store/chunk";
import {
  createColumnTable,
  type ColumnTable,
} from "../../../../server/workspace/columns/store/columnTable";
import {
  idAt,
  type Scan,
  type Test,
} from "../../../../server/workspace/columns/store/view";
import { seeded, type Random } from "../listing/support/randomLots";

/** The columns by the number of their values; values of the last are rare. */
const sizes = [3, 40, 600, 30_000];
const names = sizes.map((size) => `of ${String(size)}`);
const rowCount = 3 * chunkRows + 500;
const ranks = createRanks();
const sorting = { rule: {}, keyOf: (raw: unknown) => Number(raw) };

type Lot = { id: number; values: number[] };

const randomLot = (random: Random, id: number): Lot => ({
  id,
  values: sizes.map((size) => Math.floor((random(1_000) / 1_000) ** 2 * size)),
});

const lots = new Map<number, Lot>();
let table: ColumnTable;
const put = (lot: Lot) => {
  lots.set(lot.id, lot);
  table.put({ ...lot, version: lot.id });
};

/** Fills some chunks; then lots change, end, and come with lower ids. */
beforeAll(() => {
  const random = seeded(5);
  table = createColumnTable(names);
  for (let id = 1; id <= rowCount; id += 1) put(randomLot(random, 10 * id));
  table.publish();
  for (let step = 0; step < 300; step += 1) {
    put(randomLot(random, 10 * (1 + random(rowCount))));
    put(randomLot(random, 1 + random(10 * rowCount)));
    const ended = 10 * (1 + random(rowCount));
    lots.delete(ended);
    table.remove(ended);
  }
  table.publish();
});

/** Accepts each value of a column by chance. */
function randomTest(random: Random): Test & { accepted: Set<unknown>[] } {
  const parts = Array.from({ length: 1 + Math.max(0, random(4) - 2) }, () => {
    const column = random(sizes.length);
    const { values } = table.dictionary(column);
    const odds = [2, 5, 40, values.length][random(4)] ?? 2;
    const marks = Uint8Array.from(values, () => (random(odds) === 0 ? 1 : 0));
    return { column, marks };
  });
  const accepted = parts.map(
    ({ column, marks }) =>
      new Set(
        table.dictionary(column).values.filter((_, code) => marks[code] === 1),
      ),
  );
  const rows = [...lots.values()].filter((lot) =>
    parts.some(({ column }, part) => accepted[part]?.has(lot.values[column])),
  ).length;
  return { parts, accepted, rows };
}

function randomScan(random: Random) {
  const tests = Array.from({ length: random(4) }, () => randomTest(random));
  const column = random(sizes.length);
  const order = random(2) === 0 ? ("ASC" as const) : ("DESC" as const);
  const by = random(4) > 0 ? { column, order } : null;
  const areIdsDescending = !by && random(2) === 0;
  const scan: Scan = {
    tests,
    groups: [tests.map((_, place) => place), [0]]
      .filter((places) => places.every((place) => place < tests.length))
      .map((places) => {
        const only = places.length === 1 ? tests[places[0] ?? 0] : undefined;
        const isKnown = only?.parts.length === 1;
        return {
          tests: places,
          columns: random(2) === 0 ? [] : [{ column: 1, size: 41 }],
          total: places.length === 0 ? lots.size : isKnown ? only.rows : null,
        };
      }),
    page: {
      offset: random(3) === 0 ? random(30_000) : random(100),
      size: 1 + random(70),
      by: by && {
        column,
        possible: possibleValues(table, column, tests),
        ...ranks(table.dictionary(column), sorting, { order: by.order }),
      },
      areIdsDescending,
    },
  };
  return { scan, tests, by, areIdsDescending };
}

/** Answers a scan by looking at every lot. */
function expectedOf({
  scan,
  tests,
  by,
  areIdsDescending,
}: ReturnType<typeof randomScan>) {
  const found = scan.groups.map((group) =>
    [...lots.values()].filter(({ values }) =>
      group.tests.every((place) =>
        tests[place]?.parts.some(({ column }, part) =>
          tests[place]?.accepted[part]?.has(values[column]),
        ),
      ),
    ),
  );
  const direction = by?.order === "DESC" ? -1 : 1;
  const keyOf = ({ values }: Lot) =>
    by ? direction * (values[by.column] ?? 0) : 0;
  const sorted = [...(found[0] ?? [])].sort(
    (a, b) =>
      keyOf(a) - keyOf(b) || (areIdsDescending ? b.id - a.id : a.id - b.id),
  );
  const { offset, size } = scan.page ?? { offset: 0, size: 0 };
  return {
    ids: sorted.slice(offset, offset + size).map(({ id }) => id),
    totals: found.map((rows) => rows.length),
    counts: scan.groups.map(({ columns }, group) =>
      columns.map(({ column }) => {
        const ofValues = new Map<number, number>();
        for (const { values } of found[group] ?? []) {
          const value = values[column] ?? 0;
          ofValues.set(value, (ofValues.get(value) ?? 0) + 1);
        }
        return ofValues;
      }),
    ),
  };
}

it("finds pages, totals and counts as looking at every lot does", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0 }), (seed) => {
      const random = seeded(seed);
      const asked = randomScan(random);
      const { scan } = asked;
      const view = table.view();
      const expected = expectedOf(asked);
      const found = scanView(view, scan);
      expect(Array.from(found.rows, (row) => idAt(view, row))).toEqual(
        expected.ids,
      );
      scan.groups.forEach(({ columns, total }, group) => {
        if (total !== null && columns.length === 0) return;
        expect(found.totals[group]).toBe(expected.totals[group]);
        columns.forEach(({ column }, at) => {
          const counts = found.counts[group]?.[at] ?? [];
          const { values } = table.dictionary(column);
          const ofValues = new Map(
            Array.from(
              counts,
              (count, code) => [values[code], count] as const,
            ).filter(([, count]) => count > 0),
          );
          expect(ofValues).toEqual(expected.counts[group]?.[at]);
        });
      });
    }),
    { numRuns: Number(process.env.ROUNDS ?? 40) },
  );
});
