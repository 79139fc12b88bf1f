import type { Viewer } from "../../domain/access";
import type { Resource } from "../../domain/resource";
import type { Bid, BidListReply } from "../../generated/schemas";
import type { Context } from "../workspace/context";
import {
  readListing,
  parseListCall,
  type ListingIndex,
  type ListingReader,
} from "../workspace/listing";

type Call = Parameters<typeof readListing>[1];

/** The value of a tab that shows all. */
const allTab = "All";

/**
 * One page of a declared list of bids, of those that the viewer may read, with
 * the fields that the viewer may see. The counters of the tabs keep every
 * other filter; `totalBids` is without any. Throws forbidden and
 * invalid_request.
 */
export async function listBids(
  context: Context,
  bids: ListingReader,
  asked: {
    resource: Resource;
    viewer: Viewer;
    scopeViewer?: Viewer;
    query: Record<string, string>;
  },
): Promise<BidListReply> {
  const call = parseListCall({ ...context, ...asked });
  const [{ rows, pageInfo }, counters] = await Promise.all([
    readListing(bids, call),
    countTabs(bids.index, call),
  ]);
  return {
    success: true,
    cars: rows as Bid[],
    counters,
    totalBids: pageInfo.totalResults,
    pageInfo,
  };
}

/** The rows behind each declared tab, whichever of them is open. */
async function countTabs(
  index: ListingIndex,
  call: Call,
): Promise<BidListReply["counters"]> {
  const { tabs } = call.resource;
  if (!tabs) return [];
  const filters = Object.fromEntries(
    Object.entries(call.state.filters).filter(([id]) => id !== tabs.filter),
  );
  const facets = await index.facets(
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
