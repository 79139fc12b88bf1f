import {
  chunkBits,
  chunkMask,
  type Codes,
  type PageOrder,
  type View,
} from "./view";

/** The rows that match, in the order in which they are stored. */
export type Matched = { rows: Uint32Array; count: number };

/**
 * Returns the ids of a page. The rows are counted by rank first, so that only
 * the rows whose ranks reach into the page are put in order.
 */
export function selectPage(
  view: View,
  { offset, size, by, areIdsDescending }: PageOrder,
  { rows, count }: Matched,
): Float64Array {
  if (offset >= count) return new Float64Array();
  if (!by) {
    const ids = idsOf(view, rows.subarray(0, count));
    if (areIdsDescending) ids.reverse();
    return ids.slice(offset, offset + size);
  }
  const { ranks, end } = by;
  const codes = view.columns[by.column] ?? [];
  const starts = new Uint32Array(end + 1);
  for (let place = 0; place < count; place += 1) {
    const rank = rankOf(codes, ranks, rows[place] ?? 0);
    starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  }
  for (let rank = 1; rank <= end; rank += 1)
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  const first = rankAt(starts, offset);
  const last = rankAt(starts, Math.min(offset + size, count) - 1);
  const base = starts[first] ?? 0;
  // The rows of these ranks, rank by rank and within a rank as they are stored.
  const places = starts.slice(first, last + 1);
  const found = new Uint32Array((starts[last + 1] ?? 0) - base);
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] ?? 0;
    const rank = rankOf(codes, ranks, row);
    if (rank < first || rank > last) continue;
    const at = places[rank - first] ?? 0;
    places[rank - first] = at + 1;
    found[at - base] = row;
  }
  const ids = new Float64Array(found.length);
  for (let rank = first; rank <= last; rank += 1) {
    const [from, to] = [starts[rank] ?? 0, starts[rank + 1] ?? 0];
    ids.set(idsOf(view, found.subarray(from - base, to - base)), from - base);
  }
  return ids.slice(offset - base, offset - base + size);
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

const rankOf = (
  codes: readonly Codes[],
  ranks: Uint32Array,
  row: number,
): number => ranks[codes[row >> chunkBits]?.[row & chunkMask] ?? 0] ?? 0;

/** Returns the ids of rows in ascending order. Most rows are stored in it. */
function idsOf(view: View, rows: Uint32Array): Float64Array {
  const ids = new Float64Array(rows.length);
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    ids[place] = view.ids[row >> chunkBits]?.[row & chunkMask] ?? 0;
  }
  const isOrdered = (rows.at(-1) ?? 0) < view.ordered;
  return isOrdered ? ids : ids.sort();
}
