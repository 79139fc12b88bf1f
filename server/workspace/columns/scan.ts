import { createMatcher, placesOf } from "./matcher";
import { addMatches, noMatches, selectPage } from "./selectPage";
import type { Codes } from "./chunk";
import type { CountedColumn, Scan, Scanned, View } from "./view";
import { isWalkCheap, walkPage } from "./walkPage";

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
