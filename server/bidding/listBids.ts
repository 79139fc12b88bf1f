import type { Viewer } from "../../domain/access";
import { listQuerySchema } from "../../domain/listing/querySchema";
import type { Resource } from "../../domain/resource";
import type { Bid, BidListReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Context } from "../workspace/context";
import { checkQuery, type AnswerDraft } from "../workspace/draftLists";
import {
  createDictionaryCache,
  parseListCall,
  readListing,
  sqlListingIndex,
  type ListingIndex,
  type ListingReader,
} from "../workspace/listing";
import { bidSource } from "./bidSource";

type ListCall = Parameters<typeof readListing>[1];

/** The value of the tab that shows all rows. */
const allTab = "All";

/** Makes the reader of the table of bids. */
export function bidReader({
  database,
  clock,
}: Pick<Context, "database" | "clock">): ListingReader {
  const dictionaries = createDictionaryCache(database);
  const source = bidSource;
  const index = sqlListingIndex({ database, source, dictionaries, clock });
  return { database, source, index, dictionaries };
}

/**
 * Returns one page of a declared list of bids, cut to the rows and fields that
 * the viewer may see. The counters of the tabs apply every other filter;
 * `totalBids` applies no filter. Throws forbidden and invalid_request.
 */
export async function listBids(
  context: Context,
  reader: ListingReader,
  request: {
    resource: Resource;
    viewer: Viewer;
    /** Whose rows are listed in a preview; the viewer's by default. */
    scopeViewer?: Viewer;
    query: Record<string, string>;
  },
): Promise<BidListReply> {
  const call = parseListCall({ ...context, ...request });
  const [{ rows, pageInfo }, counters] = await Promise.all([
    readListing(reader, call),
    countTabs(reader.index, call),
  ]);
  return {
    success: true,
    cars: rows as Bid[],
    counters,
    totalBids: pageInfo.totalResults,
    pageInfo,
  };
}

/** Answers the call of a list of bids for a preview. */
export const draftBids: AnswerDraft = (context, request) => {
  const { workspace, schemas } = context;
  const resource = workspace.resource(request.resource);
  const schema = listQuerySchema(resource, schemas.row(resource.row));
  checkQuery(schemas, schema, request.query);
  if (request.call.kind !== "list") throw failure("not_found");
  return listBids(context, bidReader(context), { ...request, resource });
};

/** Counts the rows of each declared tab, whichever tab is selected. */
async function countTabs(
  index: ListingIndex,
  call: ListCall,
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
