import { addMatched, selectPage, startMatching } from "./selectPage";
import {
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
  const { groups, page } = scan;
  // A single group ignores no condition.
  const isSingle = groups.length === 1;
  const tests = isSingle ? [] : scan.tests;
  const required = isSingle
    ? [...scan.required, ...scan.tests.map(({ test }) => test)]
    : scan.required;
  const everyGroup = 2 ** groups.length - 1;
  const totals = groups.map(() => 0);
  const counts = groups.map(({ columns }) =>
    columns.map(({ size }) => new Uint32Array(size)),
  );
  const steps = tests.map(({ test, ignoredBy }) =>
    test.map(({ column, marks }) => ({
      column,
      keeps: Uint32Array.from(marks, (mark) =>
        mark === 1 ? everyGroup : ignoredBy,
      ),
    })),
  );
  const matched = startMatching(page, view.count);
  for (let chunk = 0; chunk * chunkRows < view.count; chunk += 1) {
    let kept = visibleRows(view, chunk);
    for (const test of required) kept = keepMarked(view, chunk, test, kept);
    if (kept === 0) continue;
    if (steps.length > 0) states.fill(everyGroup, 0, kept);
    for (const step of steps) kept = narrow(view, chunk, step, kept);
    for (let group = 0; group < groups.length; group += 1) {
      const columns = groups[group]?.columns ?? [];
      const isPage = group === 0 && page !== null;
      const isWhole = steps.length === 0;
      const found = isWhole ? kept : join(kept, 1 << group);
      const members = isWhole ? rows : joined;
      totals[group] = (totals[group] ?? 0) + found;
      for (let place = 0; place < columns.length; place += 1) {
        const codes = view.columns[columns[place]?.column ?? 0]?.[chunk];
        const ofColumn = counts[group]?.[place];
        if (codes && ofColumn) countCodes(codes, members, found, ofColumn);
      }
      if (isPage) addMatched(matched, view, { chunk, members, found });
    }
  }
  return {
    totals,
    counts,
    rows: page ? selectPage(view, page, matched) : new Uint32Array(),
  };
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
  const [only] = test;
  const ofOnly = only && view.columns[only.column]?.[chunk];
  if (test.length === 1 && ofOnly) return keepCodes(ofOnly, only.marks, kept);
  const parts = test.flatMap(({ column, marks }) => {
    const codes = view.columns[column]?.[chunk];
    return codes ? [{ codes, marks }] : [];
  });
  let next = 0;
  for (let place = 0; place < kept; place += 1) {
    const row = rows[place] ?? 0;
    let mark = 0;
    for (const { codes, marks } of parts) mark |= marks[codes[row] ?? 0] ?? 0;
    rows[next] = row;
    next += mark;
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

/** A condition: the groups in which a row stays, by the code of a column. */
type Step = readonly { column: number; keeps: Uint32Array }[];

/**
 * Applies a condition: a row that fails it stays in the groups that ignore it,
 * and is dropped if no group is left. Returns the number of rows that stay.
 */
function narrow(view: View, chunk: number, step: Step, kept: number): number {
  const [first] = step;
  const codes = first && view.columns[first.column]?.[chunk];
  if (step.length === 1 && codes) return narrowCodes(codes, first.keeps, kept);
  const parts = step.flatMap(({ column, keeps }) => {
    const ofColumn = view.columns[column]?.[chunk];
    return ofColumn ? [{ codes: ofColumn, keeps }] : [];
  });
  let next = 0;
  for (let place = 0; place < kept; place += 1) {
    const row = rows[place] ?? 0;
    let keeps = 0;
    for (const part of parts) keeps |= part.keeps[part.codes[row] ?? 0] ?? 0;
    const left = (states[place] ?? 0) & keeps;
    rows[next] = row;
    states[next] = left;
    next += left === 0 ? 0 : 1;
  }
  return next;
}

function narrowCodes(codes: Codes, keeps: Uint32Array, kept: number): number {
  let next = 0;
  for (let place = 0; place < kept; place += 1) {
    const row = rows[place] ?? 0;
    const left = (states[place] ?? 0) & (keeps[codes[row] ?? 0] ?? 0);
    rows[next] = row;
    states[next] = left;
    next += left === 0 ? 0 : 1;
  }
  return next;
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
