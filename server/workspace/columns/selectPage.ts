import { listBits } from "./bitmap";
import type { MatchedRows } from "./matcher";
import { chunkBits, chunkRows, codeAt } from "./chunk";
import { idAt, type PageOrder, type View } from "./view";

/** The rows that meet the conditions of a page, by chunk. */
export type Matches = {
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
