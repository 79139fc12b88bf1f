import { chunkBits, chunkMask, codeAt } from "./chunk";
import {
  idAt,
  type PageOrder,
  type Scan,
  type Scanned,
  type View,
} from "./view";

/** Pages that reach farther into the order are selected in one piece. */
const deepestRow = 10_000;

/** Returns whether a scan can be done in parts. */
export const isDivisible = ({ page }: Scan): boolean =>
  !page || page.offset + page.size <= deepestRow;

/** Returns the scan of a part: each part may have all rows of the page. */
export function partOf(scan: Scan): Scan {
  const { page } = scan;
  if (!page) return scan;
  return {
    ...scan,
    page: { ...page, offset: 0, size: page.offset + page.size },
  };
}

/** Returns the result of a scan from the results of its parts. */
export function mergeScans(
  view: View,
  { page }: Scan,
  parts: readonly Scanned[],
): Scanned {
  const [first, ...others] = parts;
  if (!first) throw new Error("A scan has no parts");
  const { totals, counts } = first;
  for (const part of others) {
    addTo(totals, part.totals);
    counts.forEach((ofGroup, group) => {
      ofGroup.forEach((ofColumn, column) => {
        addTo(ofColumn, part.counts[group]?.[column] ?? []);
      });
    });
  }
  const rows = parts.flatMap((part) => [...part.rows]);
  return { totals, counts, rows: page ? pick(view, page, rows) : first.rows };
}

function addTo(sums: number[] | Uint32Array, added: ArrayLike<number>): void {
  for (let at = 0; at < added.length; at += 1)
    sums[at] = (sums[at] ?? 0) + (added[at] ?? 0);
}

function pick(
  view: View,
  { by, offset, size, areIdsDescending }: PageOrder,
  rows: readonly number[],
): Uint32Array {
  const order = areIdsDescending ? -1 : 1;
  const rankOf = (row: number): number => {
    if (!by) return 0;
    const codes = view.chunks[row >> chunkBits]?.body.columns[by.column];
    return (codes && by.ranks[codeAt(codes, row & chunkMask)]) ?? 0;
  };
  const keys = rows.map((row) => ({
    row,
    rank: rankOf(row),
    id: order * idAt(view, row),
  }));
  keys.sort((a, b) => a.rank - b.rank || a.id - b.id);
  return Uint32Array.from(keys.slice(offset, offset + size), ({ row }) => row);
}
