import { chunkRows, codeAt } from "./chunk";
import type { ColumnTable } from "./columnTable";
import type { Chunk, Group, Scan, TestPart, View } from "./view";

/** Two columns with more pairs of values are not counted. */
const mostOfPair = 2 ** 17;
/** The numbers that are kept for a table, of four bytes each. */
const mostNumbers = 2 ** 20;
/** A condition with fewer rows is scanned. */
const leastRows = 500;
/** Rows that a query may count to fill the pair counts: about a millisecond of work. */
const rowsOfQuery = 300_000;
/** The cost of comparing the bitmaps of a chunk, in counted rows. */
const compareCost = 512;

/** Without the body, which would keep former postings in memory. */
type Counted = Pick<Chunk, "size" | "live">;

/** The number of rows by the codes of two columns, `stride` numbers for each of the first. */
type Pair = {
  first: number;
  second: number;
  stride: number;
  counts: Uint32Array;
  /** The chunks whose rows are counted, as they were then. */
  chunks: Counted[];
};

const pairsOf = new WeakMap<ColumnTable, Map<string, Pair>>();

/** Returns the number of rows by the code of a column; null if they must be scanned. */
export type CountPairs = (part: TestPart, column: number) => Uint32Array | null;

/**
 * Returns a function that counts the values of a column among the rows that meet one
 * condition, without a scan of these rows: the table keeps the counts by both columns.
 * Each query counts some rows of pairs that are not known yet, and the changed rows of
 * the others. The views of a table must come in their order.
 */
export function createPairCounts(
  table: ColumnTable,
  view: View,
  rowsToCount = rowsOfQuery,
): CountPairs {
  const pairs = pairsOf.get(table) ?? new Map<string, Pair>();
  pairsOf.set(table, pairs);
  let left = rowsToCount;

  const pairOf = (first: number, second: number): Pair | null => {
    const [rows, stride] = [first, second].map((column) =>
      roomFor(table.dictionary(column).values.length),
    );
    if (!rows || !stride || rows * stride > mostOfPair) return null;
    const key = `${String(first)} ${String(second)}`;
    const known = pairs.get(key);
    if (known?.stride === stride && known.counts.length === rows * stride)
      return known;
    const kept = [...pairs.values()].reduce(
      (sum, { counts }) => sum + counts.length,
      0,
    );
    if (kept + rows * stride > mostNumbers) return null;
    const counts = new Uint32Array(rows * stride);
    const pair = { first, second, stride, counts, chunks: [] };
    pairs.set(key, pair);
    return pair;
  };

  const update = (pair: Pair): boolean => {
    for (const [index, chunk] of view.chunks.entries()) {
      const before = pair.chunks[index];
      const { size, live } = chunk;
      if (before?.size === size && before.live === live) continue;
      if (left <= 0 || (before && before.size > size)) return false;
      left -= compareCost + size - (before?.size ?? 0);
      addChanges(pair, before, chunk);
      pair.chunks[index] = { size, live };
    }
    return true;
  };

  return ({ column: first, marks }, second) => {
    const pair = pairOf(first, second);
    if (!pair || !update(pair)) return null;
    const { counts, stride } = pair;
    const size = table.dictionary(second).values.length;
    const sums = new Uint32Array(size);
    for (let code = 0; code < marks.length; code += 1) {
      if (marks[code] !== 1) continue;
      const start = code * stride;
      for (let other = 0; other < size; other += 1)
        sums[other] = (sums[other] ?? 0) + (counts[start + other] ?? 0);
    }
    return sums;
  };
}

/**
 * Returns the counts of the columns of a group with a single condition; null for the
 * columns that must be scanned.
 */
export function countsByPairs(
  pairs: CountPairs,
  tests: Scan["tests"],
  { tests: places, columns }: Pick<Group, "tests" | "columns">,
): (Uint32Array | null)[] {
  const [place = -1] = places;
  const { parts = [], rows = 0 } = tests[place] ?? {};
  const [part] = parts;
  const isSingle = places.length === 1 && parts.length === 1;
  return columns.map(({ column }) =>
    part && isSingle && rows >= leastRows ? pairs(part, column) : null,
  );
}

/** Returns a power of two, so that new values seldom need more room. */
const roomFor = (size: number): number => 2 ** Math.ceil(Math.log2(size + 1));

/** Adds the new rows of a chunk and subtracts its ended rows. */
function addChanges(
  { first, second, stride, counts }: Pair,
  before: Counted | undefined,
  { body, size, live }: Chunk,
): void {
  const [ofFirst, ofSecond] = [body.columns[first], body.columns[second]];
  if (!ofFirst || !ofSecond) return;
  const count = (row: number, change: number) => {
    const place = codeAt(ofFirst, row) * stride + codeAt(ofSecond, row);
    counts[place] = (counts[place] ?? 0) + change;
  };
  const known = before?.size ?? 0;
  for (let row = known; row < size; row += 1)
    if (isLive(live, row)) count(row, 1);
  if (!live || live === before?.live) return;
  for (let word = 0; word < chunkRows / 32 && word << 5 < known; word += 1) {
    const former = before?.live ? (before.live[word] ?? 0) : -1;
    let ended = former & ~(live[word] ?? 0);
    while (ended !== 0) {
      const row = (word << 5) + 31 - Math.clz32(ended & -ended);
      if (row < known) count(row, -1);
      ended &= ended - 1;
    }
  }
}

const isLive = (live: Uint32Array | null, row: number): boolean =>
  live === null || (((live[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
