import type { IndexQuery } from "../../listing/query/listingIndex";
import type { ScannedTable } from "../computed/computedView";
import type { TestPart } from "../store/view";
import { columnIndex, type Accepted } from "./conditions";

/** Marks the codes of a column whose values are accepted. */
export function testPart(
  table: ScannedTable,
  query: IndexQuery,
  name: string,
  accepted: Accepted,
): TestPart {
  const column = columnIndex(table, query, name, accepted.use);
  const dictionary = table.dictionary(column);
  const marks = new Uint8Array(dictionary.values.length);
  if ("values" in accepted) {
    for (const value of accepted.values) {
      const code = dictionary.find(value);
      if (code !== undefined) marks[code] = 1;
    }
  } else if ("least" in accepted) markRange(dictionary.values, accepted, marks);
  else
    dictionary.values.forEach((value, code) => {
      if (accepted.accepts(value)) marks[code] = 1;
    });
  return { column, marks };
}

/** Marks numbers in one plain loop, because sums have hundreds of thousands of values. */
function markRange(
  values: readonly unknown[],
  { least, most }: { least: number; most: number },
  marks: Uint8Array,
): void {
  for (let code = 0; code < values.length; code += 1) {
    const value = values[code];
    if (typeof value === "number" && value >= least && value <= most)
      marks[code] = 1;
  }
}
