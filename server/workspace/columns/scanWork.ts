import type { Scan, View } from "./view";
import { isWalkCheap } from "./walkPage";

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
