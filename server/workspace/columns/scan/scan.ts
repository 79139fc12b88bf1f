import type { Codes } from "../store/chunk";
import type { CountedColumn, Scan, Scanned, View } from "../store/view";
import { createMatcher, placesOf } from "./matcher";
import {
  addMatches,
  isWalkCheap,
  noMatches,
  selectPage,
  walkPage,
} from "./page";

/** Returns the totals, counts and page of a scan. */
export function scanView(view: View, scan: Scan): Scanned {
  const { groups, page } = scan;
  const matcher = createMatcher(scan.tests);
  const totals = groups.map(() => 0);
  const counts = groups.map(({ columns }) =>
    columns.map(({ size }) => new Uint32Array(size)),
  );
  const tests = groups[0]?.tests ?? [];
  const walk = (total: number) =>
    page && isWalkCheap(view, { tests, page, total })
      ? walkPage(view, { matcher, tests, page, total })
      : null;
  const known = groups[0]?.total ?? null;
  const early = known === null ? null : walk(known);
  const matches = noMatches();
  for (const [index, chunk] of view.chunks.entries()) {
    for (const [place, group] of groups.entries()) {
      const isPage = place === 0 && page !== null && !early;
      const isTotalKnown = group.total !== null && group.columns.length === 0;
      if (isTotalKnown && !isPage) continue;
      const found = matcher.match(chunk, group.tests);
      if (found.count === 0) continue;
      totals[place] = (totals[place] ?? 0) + found.count;
      if (isPage) addMatches(matches, index, found);
      if (group.columns.length === 0) continue;
      const places = placesOf(found);
      for (const [at, { column, by }] of group.columns.entries()) {
        const { columns } = chunk.body;
        const codes = columns[column];
        const ofColumn = counts[place]?.[at];
        if (!codes || !ofColumn) continue;
        const others = by && columns[by.column];
        if (others) countByPart({ codes, others, ...by }, places, ofColumn);
        else countCodes(codes, places, ofColumn);
      }
    }
  }
  if (!page) return { totals, counts, rows: new Uint32Array() };
  const late = early ?? walk(matches.count);
  return { totals, counts, rows: late ?? selectPage(view, page, matches) };
}

function countCodes(
  { data, first }: Codes,
  places: Uint16Array,
  counts: Uint32Array,
): void {
  for (let at = 0; at < places.length; at += 1) {
    const code = data[first + (places[at] ?? 0)] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
}

function countByPart(
  {
    codes,
    others,
    parts,
    stride,
  }: { codes: Codes; others: Codes } & Pick<
    NonNullable<CountedColumn["by"]>,
    "parts" | "stride"
  >,
  places: Uint16Array,
  counts: Uint32Array,
): void {
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    const part = parts[others.data[others.first + place] ?? 0] ?? 0;
    const cell = part * stride + (codes.data[codes.first + place] ?? 0);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
}

/** Nanoseconds as measured on one core. */
const perChunk = 300;
const perTestedRow = 1.5;
const perCountedValue = 1.5;
const perSortedRow = 12;

/** Returns the work of a scan in milliseconds, by estimate. */
export function estimateWork(
  view: View,
  { tests, groups, page }: Scan,
): number {
  const all = Math.max(1, view.live);
  let work = 0;
  for (const [place, { tests: places, columns, total }] of groups.entries()) {
    const rows = places.map((test) => tests[test]?.rows ?? 0);
    const matching = rows.reduce((left, of) => (left * of) / all, all);
    const isPage = place === 0 && page !== null;
    const isWalk =
      isPage && isWalkCheap(view, { tests: places, page, total: matching });
    if (total !== null && columns.length === 0 && (!isPage || isWalk)) continue;
    work += view.chunks.length * perChunk;
    for (const left of rows) work += Math.min(left, all / 4) * perTestedRow;
    work += matching * columns.length * perCountedValue;
    if (isPage && !isWalk) work += matching * perSortedRow;
  }
  return work / 1e6;
}
