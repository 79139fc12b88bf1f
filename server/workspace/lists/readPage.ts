import type { Viewer } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import {
  labelFound,
  parseListCall,
  readListing,
  type Found,
  type ListingCall,
  type ListingReader,
} from "../listing";
import type { ListContext, RowLists } from "./rowLists";

/** The value of a tab that shows all rows. */
const allTab = "All";

type Counter = { status: string; count: number };

/**
 * Returns one page of a list: rows, page info, and the tab counters and totals
 * if the declaration has them. Throws forbidden and invalid_request.
 */
export async function readPage(
  context: ListContext,
  { reader, addComputedFields, totalKey }: RowLists,
  request: {
    resource: Resource;
    viewer: Viewer;
    scopeViewer?: Viewer | undefined;
    query: Record<string, string>;
  },
): Promise<object> {
  const { viewer } = request;
  const { list: keys } = request.resource.calls;
  const { rows: rowsKey, counters: countersKey, totals: totalsKey } = keys;
  const call = parseListCall({ ...context, ...request });
  const { tabs } = call.resource;
  const { rows, fields, pageInfo, found } = await readListing(
    reader,
    call,
    countersKey && tabs ? [tabs.filter] : [],
  );
  await addComputedFields?.(rows, { viewer, fields });
  return {
    success: true,
    [rowsKey]: rows,
    ...(countersKey
      ? { [countersKey]: await countTabs(reader, call, found) }
      : {}),
    ...(totalsKey ? { [totalsKey]: found.sums } : {}),
    ...(totalKey ? { [totalKey]: pageInfo.totalResults } : {}),
    pageInfo,
  };
}

/** Returns the counts of the tabs. All filters but the tabs' own apply. */
async function countTabs(
  reader: ListingReader,
  query: ListingCall,
  found: Found,
): Promise<Counter[]> {
  const { tabs } = query.resource;
  if (!tabs) return [];
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
      (value === allTab ? found.facetTotals.get(filter) : counts.get(value)) ??
      0,
  }));
}
