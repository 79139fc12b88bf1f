import type { Viewer } from "../../domain/access";
import { readCall } from "../../domain/listing/call";
import type { ListingState } from "../../domain/listing/state";
import type { Resource, RowSchema } from "../../domain/resource";
import { replyFields, visibleResource } from "../../domain/visible";
import type { Bid, BidListReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Context } from "../workspace/context";
import { readRows, type ListingIndex, type Words } from "../workspace/listing";
import { bidSource } from "./bidSource";

/** The value of a tab that shows all. */
const allTab = "All";

export type BidLists = { index: ListingIndex; words: Words };
type Asked = {
  resource: Resource;
  viewer: Viewer;
  query: Readonly<Record<string, string>>;
};
type Cut = { resource: Resource; row: RowSchema; viewer: Viewer };

/**
 * One page of a declared list of bids, of those that the viewer may read, with
 * the fields that the viewer may see. The counters of the tabs keep every
 * other filter; `totalBids` and `totalResults` are without any.
 *
 * @throws forbidden; invalid_request naming each wrong parameter, those for
 * filters and sorts that the viewer does not have among them.
 */
export async function listBids(
  { database, schemas }: Pick<Context, "database" | "schemas">,
  { index, words }: BidLists,
  asked: Asked,
): Promise<BidListReply> {
  const { viewer } = asked;
  const row = schemas.row(asked.resource.row);
  const resource = visibleResource(asked.resource, row, viewer);
  if (!resource) throw failure("forbidden");
  const { state, errors } = readCall(resource, row, asked.query);
  if (errors.length > 0) throw wrongParameters(errors);
  const cut: Cut = { resource, row, viewer };
  const [found, counters] = await Promise.all([
    index.search({ ...cut, state }),
    countTabs(index, cut, state),
  ]);
  const rows = await readRows(
    { database, source: bidSource, words },
    { ...cut, ids: found.ids, fields: replyFields(resource, row, viewer) },
  );
  return {
    success: true,
    cars: rows as Bid[],
    counters,
    totalBids: found.totalUnfiltered,
    pageInfo: {
      pageSize: state.pageSize,
      page: state.page,
      totalSearchResults: found.total,
      totalResults: found.totalUnfiltered,
    },
  };
}

const wrongParameters = (names: readonly string[]) =>
  failure("invalid_request", {
    errors: Object.fromEntries(
      names.map((name) => [name, [{ key: "errors.fields.invalid" }]]),
    ),
  });

/** The rows behind each declared tab, whichever of them is open. */
async function countTabs(
  index: ListingIndex,
  cut: Cut,
  state: ListingState,
): Promise<BidListReply["counters"]> {
  const { tabs } = cut.resource;
  if (!tabs) return [];
  const filters = Object.fromEntries(
    Object.entries(state.filters).filter(([id]) => id !== tabs.filter),
  );
  const query = { ...cut, state: { ...state, filters } };
  const facets = await index.facets(query, (_field, value) => value);
  const counts = new Map(
    facets.options[tabs.filter]?.map(({ value, counter }) => [value, counter]),
  );
  return tabs.values.map(({ value }) => ({
    status: value,
    count: value === allTab ? facets.total : (counts.get(value) ?? 0),
  }));
}
