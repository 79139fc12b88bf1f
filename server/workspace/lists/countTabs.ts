import { allValue } from "../../../domain/resource";
import {
  isCounted,
  labelFound,
  type Found,
  type ListingCall,
  type ListingReader,
} from "../listing";

/** The number of rows of a tab. */
export type TabCounter = { status: string; count: number };

/**
 * Returns the counts of the tabs from a search that has counted their filter, no counts
 * if it had no time to count. All filters but the tabs' own apply.
 */
export async function countTabs(
  reader: ListingReader,
  { query, found }: { query: ListingCall; found: Found },
): Promise<TabCounter[]> {
  const { tabs } = query.resource;
  if (!tabs || !isCounted(found)) return [];
  const { filter, values } = tabs;
  const { options } = await labelFound(
    reader,
    { query, found },
    { label: (_field, value) => value, wanted: [filter] },
  );
  const counts = new Map(
    options[filter]?.map(({ value, counter }) => [value, counter]),
  );
  return values.map(({ value }) => ({
    status: value,
    count:
      (value === allValue
        ? found.facetTotals.get(filter)
        : counts.get(value)) ?? 0,
  }));
}
