import { selectPage, type Matched } from "./selectPage";
import {
  chunkBits,
  chunkRows,
  type Codes,
  type Scan,
  type Scanned,
  type Test,
  type View,
} from "./view";

/** The rows of a chunk that are still candidates, and the groups they may join. */
const rows = new Uint32Array(chunkRows);
const states = new Uint32Array(chunkRows);
const joined = new Uint32Array(chunkRows);

/**
 * Returns the totals, counts and page of a scan. All rows are looked at once, a
 * chunk at a time: each condition drops the rows that no group needs any more.
 */
export function scanView(view: View, scan: Scan): Scanned {
  const { required, tests, groups, page } = scan;
  const everyGroup = 2 ** groups.length - 1;
  const totals = groups.map(() => 0);
  const counts = groups.map(({ columns }) =>
    columns.map(({ size }) => new Uint32Array(size)),
  );
  const matched: Matched = { rows: new Uint32Array(1024), count: 0 };
  for (let chunk = 0; chunk * chunkRows < view.count; chunk += 1) {
    let kept = visibleRows(view, chunk);
    for (const test of required) kept = keepMarked(view, chunk, test, kept);
    if (tests.length > 0) states.fill(everyGroup, 0, kept);
    for (const { test, ignoredBy } of tests)
      kept = narrow(view, chunk, { test, ignoredBy }, kept);
    groups.forEach(({ columns }, group) => {
      const isPage = group === 0 && page !== null;
      if (columns.length === 0 && group > 0) {
        totals[group] = (totals[group] ?? 0) + countBit(kept, 1 << group);
        return;
      }
      const isWhole = tests.length === 0;
      const found = isWhole ? kept : join(kept, 1 << group);
      const members = isWhole ? rows : joined;
      totals[group] = (totals[group] ?? 0) + found;
      columns.forEach(({ column }, place) => {
        const codes = view.columns[column]?.[chunk];
        const ofColumn = counts[group]?.[place];
        if (codes && ofColumn) countCodes(codes, members, found, ofColumn);
      });
      if (isPage) append(matched, members, found, chunk << chunkBits);
    });
  }
  const ids = page ? selectPage(view, page, matched) : new Float64Array();
  return { totals, counts, ids };
}

/** Lists the rows of a chunk that exist in the view, and returns their number. */
function visibleRows(view: View, chunk: number): number {
  const end = Math.min(chunkRows, view.count - chunk * chunkRows);
  const ended = view.ended[chunk];
  if (!view.hasEnded || !ended) {
    for (let row = 0; row < end; row += 1) rows[row] = row;
    return end;
  }
  const { epoch } = view;
  let kept = 0;
  for (let row = 0; row < end; row += 1) {
    const endedIn = ended[row] ?? 0;
    rows[kept] = row;
    kept += endedIn === 0 || endedIn > epoch ? 1 : 0;
  }
  return kept;
}

/** Keeps the rows that meet a condition, and returns their number. */
function keepMarked(
  view: View,
  chunk: number,
  test: Test,
  kept: number,
): number {
  const [first] = test;
  const codes = first && view.columns[first.column]?.[chunk];
  if (test.length === 1 && codes) return keepCodes(codes, first.marks, kept);
  const parts = partsOf(view, chunk, test);
  let next = 0;
  for (let place = 0; place < kept; place += 1) {
    const row = rows[place] ?? 0;
    rows[next] = row;
    next += isMarked(parts, row) ? 1 : 0;
  }
  return next;
}

function keepCodes(codes: Codes, marks: Uint8Array, kept: number): number {
  let next = 0;
  for (let place = 0; place < kept; place += 1) {
    const row = rows[place] ?? 0;
    rows[next] = row;
    next += marks[codes[row] ?? 0] ?? 0;
  }
  return next;
}

/**
 * Applies a condition: a row that fails it stays in the groups that ignore it,
 * and is dropped if no group is left. Returns the number of rows that stay.
 */
function narrow(
  view: View,
  chunk: number,
  { test, ignoredBy }: Scan["tests"][number],
  kept: number,
): number {
  const [first] = test;
  const codes = first && view.columns[first.column]?.[chunk];
  if (test.length === 1 && codes)
    return narrowCodes(codes, first.marks, ignoredBy, kept);
  const parts = partsOf(view, chunk, test);
  let next = 0;
  for (let place = 0; place < kept; place += 1) {
    const row = rows[place] ?? 0;
    const state = states[place] ?? 0;
    const left = isMarked(parts, row) ? state : state & ignoredBy;
    rows[next] = row;
    states[next] = left;
    next += left === 0 ? 0 : 1;
  }
  return next;
}

function narrowCodes(
  codes: Codes,
  marks: Uint8Array,
  ignoredBy: number,
  kept: number,
): number {
  let next = 0;
  for (let place = 0; place < kept; place += 1) {
    const row = rows[place] ?? 0;
    const state = states[place] ?? 0;
    const left = marks[codes[row] ?? 0] === 1 ? state : state & ignoredBy;
    rows[next] = row;
    states[next] = left;
    next += left === 0 ? 0 : 1;
  }
  return next;
}

type Part = { codes: Codes; marks: Uint8Array };

const partsOf = (view: View, chunk: number, test: Test): Part[] =>
  test.flatMap(({ column, marks }) => {
    const codes = view.columns[column]?.[chunk];
    return codes ? [{ codes, marks }] : [];
  });

function isMarked(parts: readonly Part[], row: number): boolean {
  for (const { codes, marks } of parts)
    if (marks[codes[row] ?? 0] === 1) return true;
  return false;
}

/** Lists the rows of a group in `joined`, and returns their number. */
function join(kept: number, bit: number): number {
  let next = 0;
  for (let place = 0; place < kept; place += 1) {
    joined[next] = rows[place] ?? 0;
    next += ((states[place] ?? 0) & bit) === 0 ? 0 : 1;
  }
  return next;
}

function countBit(kept: number, bit: number): number {
  let count = 0;
  for (let place = 0; place < kept; place += 1)
    count += ((states[place] ?? 0) & bit) === 0 ? 0 : 1;
  return count;
}

function countCodes(
  codes: Codes,
  members: Uint32Array,
  found: number,
  counts: Uint32Array,
): void {
  for (let place = 0; place < found; place += 1) {
    const code = codes[members[place] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
}

function append(
  matched: Matched,
  members: Uint32Array,
  found: number,
  first: number,
): void {
  const needed = matched.count + found;
  if (needed > matched.rows.length) {
    const larger = new Uint32Array(Math.max(needed, 2 * matched.rows.length));
    larger.set(matched.rows.subarray(0, matched.count));
    matched.rows = larger;
  }
  const { rows: all, count } = matched;
  for (let place = 0; place < found; place += 1)
    all[count + place] = first + (members[place] ?? 0);
  matched.count = needed;
}
