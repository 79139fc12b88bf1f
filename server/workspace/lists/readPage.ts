import type { Viewer } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import {
  labelledFacets,
  parseListCall,
  readListing,
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
  const [{ rows, fields, totals, pageInfo }, counters] = await Promise.all([
    readListing(reader, call),
    countersKey ? countTabs(reader, call) : [],
  ]);
  await addComputedFields?.(rows, { viewer, fields });
  return {
    success: true,
    [rowsKey]: rows,
    ...(countersKey ? { [countersKey]: counters } : {}),
    ...(totalsKey ? { [totalsKey]: totals } : {}),
    ...(totalKey ? { [totalKey]: pageInfo.totalResults } : {}),
    pageInfo,
  };
}

/** Counts the rows of each tab. All filters but the tabs' own apply. */
async function countTabs(
  reader: ListingReader,
  call: ReturnType<typeof parseListCall>,
): Promise<Counter[]> {
  const { tabs } = call.resource;
  if (!tabs) return [];
  const filters = Object.fromEntries(
    Object.entries(call.state.filters).filter(([id]) => id !== tabs.filter),
  );
  const facets = await labelledFacets(
    reader,
    { ...call, state: { ...call.state, filters } },
    { label: (_field, value) => value, wanted: [tabs.filter] },
  );
  const counts = new Map(
    facets.options[tabs.filter]?.map(({ value, counter }) => [value, counter]),
  );
  return tabs.values.map(({ value }) => ({
    status: value,
    count: value === allTab ? facets.total : (counts.get(value) ?? 0),
  }));
}
