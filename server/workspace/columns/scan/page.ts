import { chunkBits, chunkRows, codeAt, listBits } from "../store/chunk";
import { idAt, type PageOrder, type View } from "../store/view";
import {
  placesOf,
  type ListedPart,
  type MatchedRows,
  type Matcher,
} from "./matcher";

/** The rows that meet the conditions of a page, by chunk. */
type Matches = {
  count: number;
  chunks: {
    index: number;
    places: Uint16Array | null;
    bits: Uint32Array | null;
  }[];
};

export const noMatches = (): Matches => ({ count: 0, chunks: [] });

/** Adds the rows of a chunk, which are copied. */
export function addMatches(
  matches: Matches,
  index: number,
  { count, places, bits }: MatchedRows,
): void {
  matches.count += count;
  matches.chunks.push({
    index,
    places: places ? places.slice() : null,
    bits: places ? null : bits.slice(),
  });
}

const listed = new Uint16Array(chunkRows);

/** Lists the matching rows in the order in which they are stored. */
function rowsOf({ chunks, count }: Matches): Uint32Array {
  const rows = new Uint32Array(count);
  let next = 0;
  for (const { index, places, bits } of chunks) {
    const ofChunk =
      places ?? (bits ? listed.subarray(0, listBits(bits, listed)) : []);
    const first = index << chunkBits;
    for (let at = 0; at < ofChunk.length; at += 1) {
      rows[next] = first + (ofChunk[at] ?? 0);
      next += 1;
    }
  }
  return rows;
}

/**
 * Returns the rows of a page. All rows are counted by rank, so that only the rows
 * whose ranks reach into the page are put in order.
 */
export function selectPage(
  view: View,
  { offset, size, by, areIdsDescending }: PageOrder,
  matches: Matches,
): Uint32Array {
  const { count } = matches;
  if (offset >= count) return new Uint32Array();
  const until = Math.min(offset + size, count);
  const rows = rowsOf(matches);
  if (!by && areIdsDescending)
    return byId(view, rows)
      .slice(count - until, count - offset)
      .reverse();
  if (!by) return byId(view, rows).slice(offset, until);
  const ranks = ranksOf(view, by, rows);
  const starts = startsOf(ranks, by.end);
  const first = rankAt(starts, offset);
  const last = rankAt(starts, until - 1);
  const base = starts[first] ?? 0;
  // The rows of these ranks, rank by rank and within a rank as they are stored.
  const places = starts.slice(first, last + 1);
  const found = new Uint32Array((starts[last + 1] ?? 0) - base);
  for (let place = 0; place < count; place += 1) {
    const rank = ranks[place] ?? 0;
    if (rank < first || rank > last) continue;
    const at = places[rank - first] ?? 0;
    places[rank - first] = at + 1;
    found[at - base] = rows[place] ?? 0;
  }
  const selected = new Uint32Array(until - offset);
  for (let rank = first; rank <= last; rank += 1) {
    const [start, stop] = [starts[rank] ?? 0, starts[rank + 1] ?? 0];
    const from = Math.max(start, offset);
    const to = Math.min(stop, until);
    if (from >= to) continue;
    const ofRank = found.subarray(start - base, stop - base);
    const part = byId(view, ofRank).subarray(from - start, to - start);
    selected.set(part, from - offset);
  }
  return selected;
}

/** Returns the rank of each row. */
function ranksOf(
  { chunks }: View,
  { column, ranks }: NonNullable<PageOrder["by"]>,
  rows: Uint32Array,
): Uint32Array {
  const ofRows = new Uint32Array(rows.length);
  for (let place = 0; place < rows.length;) {
    const index = (rows[place] ?? 0) >> chunkBits;
    const codes = chunks[index]?.body.columns[column];
    const first = index << chunkBits;
    for (; place < rows.length; place += 1) {
      const at = (rows[place] ?? 0) - first;
      if (at >= chunkRows) break;
      ofRows[place] = (codes && ranks[codeAt(codes, at)]) ?? 0;
    }
  }
  return ofRows;
}

/** Returns the place at which each rank starts, and the end. */
function startsOf(ranks: Uint32Array, end: number): Uint32Array {
  const starts = new Uint32Array(end + 1);
  for (let place = 0; place < ranks.length; place += 1) {
    const next = (ranks[place] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let rank = 1; rank <= end; rank += 1)
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  return starts;
}

/** Returns the rank of the row at a place in the order. */
function rankAt(starts: Uint32Array, place: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns rows, which are in the order in which they are stored, in the order of
 * their ids. Most rows are stored in that order.
 */
function byId(view: View, rows: Uint32Array): Uint32Array {
  if ((rows.at(-1) ?? 0) < view.ordered) return rows;
  const first = rows.findIndex((row) => row >= view.ordered);
  const later = rows.slice(first).sort((a, b) => idAt(view, a) - idAt(view, b));
  const merged = new Uint32Array(rows.length);
  let [early, late] = [0, 0];
  for (let place = 0; place < merged.length; place += 1) {
    const [a, b] = [rows[early] ?? 0, later[late] ?? 0];
    const isLate =
      early >= first || (late < later.length && idAt(view, b) < idAt(view, a));
    merged[place] = isLate ? b : a;
    if (isLate) late += 1;
    else early += 1;
  }
  return merged;
}

type Walk = {
  page: PageOrder;
  /** The conditions of the page, by their places among the tests of the scan. */
  tests: readonly number[];
  /** The number of rows that meet the conditions. */
  total: number;
};

/** The work of a step, in nanoseconds as measured. Only ratios matter. */
const work = { ofRow: 12, ofRank: 2, ofChunk: 150 };

/** Returns the work to collect all matching rows and to select a page of them. */
const workOfCollecting = ({ page, total }: Walk): number =>
  total * work.ofRow + (page.by?.end ?? 0) * work.ofRank;

/**
 * Returns whether a page is found sooner by walking through all rows in its order
 * than by selecting it from the matching rows.
 */
export function isWalkCheap(view: View, walk: Walk): boolean {
  const { page, total, tests } = walk;
  const { by, offset, size } = page;
  if (total === 0) return false;
  // The table knows how many rows each value has.
  if (tests.length === 0) return 2 * size < total;
  const share = (offset + size) / total;
  const possible = by?.possible?.rows ?? view.live;
  const rows = share * possible * work.ofRow;
  const ranks = ((by?.end ?? 1) * possible) / view.live;
  const steps = share * ranks * view.chunks.length * work.ofChunk;
  return 4 * (rows + steps) < workOfCollecting(walk);
}

/**
 * Returns the rows of a page by walking through the values in their order until
 * the page is full. Returns null if it visits many more rows than expected, which
 * happens if the conditions depend on the order.
 */
export function walkPage(
  view: View,
  walk: Walk & { matcher: Matcher },
): Uint32Array | null {
  const { page, tests } = walk;
  const { by, size } = page;
  const used = by && tests.length === 0 ? (view.used[by.column] ?? null) : null;
  const among = by && {
    column: by.column,
    marks: new Uint8Array(by.ranks.length),
  };
  const steps = {
    found: new Uint32Array(size),
    filled: 0,
    skip: page.offset,
    left: tests.length === 0 ? Infinity : workOfCollecting(walk) / 8,
  };
  if (!by) walkRows(view, walk, steps, null);
  for (const ofRank of by ? ranksInOrder(by) : []) {
    const possible = by?.possible?.marks;
    const codes = possible
      ? ofRank.filter((code) => possible[code] === 1)
      : ofRank;
    if (!among) continue;
    if (used) {
      const rows = codes.reduce((sum, code) => sum + (used[code] ?? 0), 0);
      if (rows <= steps.skip) {
        steps.skip -= rows;
        continue;
      }
    }
    for (const code of codes) among.marks[code] = 1;
    walkRows(view, walk, steps, { ...among, codes });
    for (const code of codes) among.marks[code] = 0;
    if (steps.filled === size) break;
    if (steps.left < 0) return null;
  }
  return steps.found.subarray(0, steps.filled);
}

type Steps = {
  found: Uint32Array;
  filled: number;
  /** Rows before the page. */
  skip: number;
  /** The work after which the walk is given up. */
  left: number;
};

/** Adds the matching rows with equal ranks to the page, in the order of ids. */
function walkRows(
  view: View,
  { page, tests, matcher }: Walk & { matcher: Matcher },
  steps: Steps,
  among: ListedPart | null,
): void {
  const rowsOf = (index: number, isOrdered: boolean): number[] => {
    const chunk = view.chunks[index];
    if (!chunk) return [];
    const found = matcher.match(chunk, tests, among);
    steps.left -= work.ofChunk + found.visited * work.ofRow;
    const first = index << chunkBits;
    const isWhole = isOrdered && first + chunk.size <= view.ordered;
    if (isWhole && later.length === 0 && found.count <= steps.skip) {
      steps.skip -= found.count;
      return [];
    }
    const rows = Array.from(placesOf(found), (place) => first + place);
    return isWhole
      ? rows
      : rows.filter((row) => row < view.ordered === isOrdered);
  };
  const emit = (row: number) => {
    if (steps.skip > 0) steps.skip -= 1;
    else if (steps.filled < page.size) {
      steps.found[steps.filled] = row;
      steps.filled += 1;
    }
  };
  const order = page.areIdsDescending ? -1 : 1;
  const compare = (a: number, b: number) =>
    order * (idAt(view, a) - idAt(view, b));
  const later: number[] = [];
  const firstLater = view.ordered >> chunkBits;
  if (view.ordered < view.count)
    for (let index = firstLater; index < view.chunks.length; index += 1)
      later.push(...rowsOf(index, false));
  later.sort(compare);
  let next = 0;
  const end = Math.ceil(view.ordered / chunkRows);
  for (let step = 0; step < end; step += 1) {
    const index = order > 0 ? step : end - 1 - step;
    const rows = rowsOf(index, true);
    for (const row of order > 0 ? rows : rows.reverse()) {
      for (; next < later.length; next += 1) {
        const late = later[next] ?? 0;
        if (compare(late, row) > 0) break;
        emit(late);
      }
      emit(row);
    }
    if (steps.filled === page.size) return;
  }
  for (; next < later.length; next += 1) emit(later[next] ?? 0);
}

/** Yields the codes of each rank with possible values in the order of ranks. */
function* ranksInOrder({
  ranks,
  codes,
  possible,
}: NonNullable<PageOrder["by"]>): Generator<Uint32Array> {
  for (let start = 0; start < codes.length;) {
    if (possible && possible.marks[codes[start] ?? 0] !== 1) {
      start += 1;
      continue;
    }
    const rank = ranks[codes[start] ?? 0];
    let end = start + 1;
    while (end < codes.length && ranks[codes[end] ?? 0] === rank) end += 1;
    yield codes.subarray(start, end);
    start = end;
  }
}
