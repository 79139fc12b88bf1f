import { fieldType } from "../../../domain/resource";
import { extraType } from "../listing/extraType";
import type { FacetPlan } from "../listing/facetPlan";
import type { Found } from "../listing/listingIndex";
import type { FieldUse } from "./columnSource";
import type { ColumnTable } from "./columnTable";
import { readerOf, type Placed } from "./conditions";

/** A facet with the number of rows by code. */
export type CountedFacet = {
  plan: FacetPlan;
  placed: Placed;
  use: FieldUse;
  column: number;
  total: number;
  counts: ArrayLike<number>;
  /** The codes to read: these, and those with the largest counts. Null reads all. */
  leading: { most: number; codes: ReadonlySet<number | undefined> } | null;
};

/** Returns the counts of facets by value instead of by code. */
export function decodeFacets(
  table: ColumnTable,
  facets: readonly CountedFacet[],
): Pick<Found, "counts" | "facetTotals" | "bounds"> {
  const counts = new Map<string, Map<string, number>>();
  const facetTotals = new Map<string, number>();
  const bounds = new Map<string, { min: number | null; max: number | null }>();
  for (const facet of facets) {
    const { id, kind } = facet.plan;
    facetTotals.set(id, facet.total);
    if (kind.kind === "range") bounds.set(id, boundsOf(table, facet));
    else {
      const ofFacet = countsOf(table, facet);
      if (ofFacet.size > 0) counts.set(id, ofFacet);
    }
  }
  return { counts, facetTotals, bounds };
}

function boundsOf(
  table: ColumnTable,
  { placed, column, counts }: CountedFacet,
): { min: number | null; max: number | null } {
  const read = readerOf(placed);
  const { values } = table.dictionary(column);
  let [min, max] = [Infinity, -Infinity];
  for (let code = 1; code < counts.length; code += 1) {
    if (counts[code] === 0) continue;
    const value = read(values[code]);
    if (typeof value !== "number") continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? { min: null, max: null } : { min, max };
}

function countsOf(
  table: ColumnTable,
  { placed, use, column, counts, leading }: CountedFacet,
): Map<string, number> {
  const read = readerOf(placed, use);
  const { values } = table.dictionary(column);
  const isNumber = ["integer", "number"].includes(
    placed.storage.kind === "extra"
      ? extraType(placed.field)
      : fieldType(placed.field),
  );
  const ofFacet = new Map<string, number>();
  const least = leading ? leastOfLargest(counts, leading.most) : 0;
  for (let code = 1; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    if (count === 0) continue;
    if (count < least && !leading?.codes.has(code)) continue;
    const value = read(values[code]);
    if (value === null) continue;
    const entries = Array.isArray(value) ? new Set(value) : [value];
    for (const entry of entries) {
      const text = isNumber ? String(Number(entry)) : String(entry);
      ofFacet.set(text, (ofFacet.get(text) ?? 0) + count);
    }
  }
  return ofFacet;
}

/** Returns the smallest of the `most` largest counts; 0 if there are fewer. */
function leastOfLargest(counts: ArrayLike<number>, most: number): number {
  const largest = new Uint32Array(most);
  for (let code = 1; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    if (count <= (largest[0] ?? 0)) continue;
    let place = 0;
    for (let next = largest[1]; next !== undefined && next < count;) {
      largest[place] = next;
      place += 1;
      next = largest[place + 1];
    }
    largest[place] = count;
  }
  return largest[0] ?? 0;
}
