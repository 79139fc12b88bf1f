import { placesOf, type Matcher, type ListedPart } from "./matcher";
import { chunkBits, chunkRows } from "./chunk";
import { idAt, type PageOrder, type View } from "./view";

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
