import {
  chunkBits,
  chunkRows,
  idAt,
  type Codes,
  type PageOrder,
  type Scan,
  type View,
} from "./view";

/** The rows that match, in the order in which they are stored, and their ranks. */
export type Matched = {
  rows: Uint32Array;
  ranks: Uint32Array;
  count: number;
  order: PageOrder["by"];
};

/** Arrays that are kept, because new ones for each page cost more than the page. */
let allRows = new Uint32Array(chunkRows);
let allRanks = new Uint32Array(chunkRows);
/** At first the number of rows by rank, then the place at which each rank starts. */
let starts = new Uint32Array(1024);

/** Begins to collect the rows of a page, of at most `most` rows. */
export function startMatching(page: PageOrder | null, most: number): Matched {
  const order = page?.by ?? null;
  if (page && allRows.length < most) {
    allRows = new Uint32Array(most + chunkRows);
    allRanks = new Uint32Array(most + chunkRows);
  }
  if (order) {
    if (starts.length <= order.end) starts = new Uint32Array(2 * order.end);
    starts.fill(0, 0, order.end + 1);
  }
  return { rows: allRows, ranks: allRanks, count: 0, order };
}

/** Adds rows of a chunk. */
export function addMatched(
  matched: Matched,
  view: View,
  {
    chunk,
    members,
    found,
  }: { chunk: number; members: Uint32Array; found: number },
): void {
  const { rows, ranks, count, order } = matched;
  const codes = order && view.columns[order.column]?.[chunk];
  const first = chunk << chunkBits;
  for (let place = 0; place < found; place += 1)
    rows[count + place] = first + (members[place] ?? 0);
  if (codes) rankRows(codes, order.ranks, { members, found, ranks, count });
  matched.count = count + found;
}

function rankRows(
  codes: Codes,
  byCode: Uint32Array,
  {
    members,
    found,
    ranks,
    count,
  }: {
    members: Uint32Array;
    found: number;
    ranks: Uint32Array;
    count: number;
  },
): void {
  for (let place = 0; place < found; place += 1) {
    const rank = byCode[codes[members[place] ?? 0] ?? 0] ?? 0;
    ranks[count + place] = rank;
    starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  }
}

/**
 * Returns the rows of a page. All rows are counted by rank, so that only the rows
 * whose ranks reach into the page are put in order.
 */
export function selectPage(
  view: View,
  { offset, size, by, areIdsDescending }: PageOrder,
  { rows, ranks, count }: Matched,
): Uint32Array {
  if (offset >= count) return new Uint32Array();
  const until = Math.min(offset + size, count);
  const all = rows.subarray(0, count);
  if (!by && areIdsDescending)
    return byId(view, all)
      .slice(count - until, count - offset)
      .reverse();
  if (!by) return byId(view, all).slice(offset, until);
  addUp(by.end);
  const first = rankAt(offset, by.end);
  const last = rankAt(until - 1, by.end);
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

/** Returns the rank of the row at a place in the order, of `end` ranks. */
function rankAt(place: number, end: number): number {
  let low = 0;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns the scan of a page of all rows of a table, limited to the rows whose
 * ranks reach into the page: the table knows how many rows have each value.
 */
export function narrowToPage(view: View, scan: Scan, page: PageOrder): Scan {
  const { offset, size, by } = page;
  if (!by || offset >= view.live) return scan;
  const { ranks, end, column } = by;
  startMatching(page, 0);
  const used = view.used[column] ?? [];
  for (let code = 0; code < used.length; code += 1) {
    const rank = ranks[code] ?? 0;
    starts[rank + 1] = (starts[rank + 1] ?? 0) + (used[code] ?? 0);
  }
  addUp(end);
  const first = rankAt(offset, end);
  const last = rankAt(Math.min(offset + size, view.live) - 1, end);
  const marks = Uint8Array.from(ranks, (rank) =>
    rank >= first && rank <= last ? 1 : 0,
  );
  return {
    ...scan,
    required: [[{ column, marks }]],
    page: { ...page, offset: offset - (starts[first] ?? 0) },
  };
}

/** Turns the number of rows by rank into the place at which each rank starts. */
function addUp(end: number): void {
  for (let rank = 1; rank <= end; rank += 1)
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
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
