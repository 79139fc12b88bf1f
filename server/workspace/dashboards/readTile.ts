import type { Viewer } from "../../../domain/access";
import {
  defaultTileGroups,
  defaultTileRows,
  stateAddress,
  tileState,
  type Tile,
} from "../../../domain/dashboard";
import type { Language } from "../../../domain/limits";
import { filterId } from "../../../domain/resource";
import type { DashboardGroup } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import {
  freshReader,
  isCounted,
  labelFound,
  visibleListing,
  withChoice,
  type Freshness,
  type ListingCall,
  type ListingReader,
} from "../listing";
import {
  choiceTexts,
  readRowTexts,
  type FindLists,
  type ListContext,
  type RowLists,
} from "../lists";

export type TileRequest = {
  viewer: Viewer;
  /** Decides the rows instead of `viewer`, for previews by an administrator. */
  scopeViewer?: Viewer | undefined;
  language: Language;
  freshness?: Freshness | undefined;
};

/** The values of a tile beside its id; rows are JSON already. */
export type TileValues = {
  to: string;
  total?: number;
  sum?: number;
  rows?: string[];
  groups?: DashboardGroup[];
  groupCount?: number;
  weeks?: readonly object[];
};

/**
 * Reads a tile with the engine that answers the list behind its link, so that both have
 * the same number. Throws not_found for a tile that the viewer may not see, unavailable if
 * there was no time to count, and forbidden.
 */
export async function readTile(
  context: ListContext,
  findLists: FindLists,
  tile: Tile,
  request: TileRequest,
): Promise<TileValues> {
  const declared = context.workspace.resource(tile.list);
  const lists = findLists(declared.row);
  if (!lists) throw failure("not_found");
  const { freshness } = request;
  const reader = freshness
    ? freshReader(lists.reader, freshness)
    : lists.reader;
  const listing = visibleListing({
    ...context,
    ...request,
    resource: declared,
  });
  const state = tileState(tile, listing, context.clock.now());
  if (!state) throw failure("not_found");
  const call: ListingCall = { ...listing, state };
  const values = await readValues(
    context,
    { ...lists, reader },
    { tile, call, request },
  );
  return { to: stateAddress(listing.resource, state), ...values };
}

type Asked = { tile: Tile; call: ListingCall; request: TileRequest };

function readValues(
  context: ListContext,
  lists: RowLists,
  asked: Asked,
): Promise<Omit<TileValues, "to">> {
  switch (asked.tile.kind) {
    case "count":
      return readCount(lists.reader, asked);
    case "sum":
      return readSum(lists.reader, asked);
    case "rows":
      return readRows(context, lists, asked);
    case "groups":
      return readGroups(context, lists.reader, asked);
    case "chart":
      return readChart(lists.reader, asked);
  }
}

/** A number that was not counted is a failure of its tile. */
const counted = <Found extends { total: number }>(found: Found): Found => {
  if (!isCounted(found)) throw failure("unavailable", { retryAfter: 1 });
  return found;
};

async function readCount({ index, source }: ListingReader, { call }: Asked) {
  const { total } = counted(await index.find({ ...call, source }, {}));
  return { total };
}

async function readSum(
  { index, source }: ListingReader,
  { tile: { field = "" }, call }: Asked,
) {
  const asked = { sums: [field] };
  const { total, sums } = counted(await index.find({ ...call, source }, asked));
  return { total, sum: sums[field] ?? 0 };
}

async function readRows(
  context: ListContext,
  lists: RowLists,
  { tile, call, request }: Asked,
) {
  const { rows: most = defaultTileRows } = tile;
  const { rows, pageInfo } = await readRowTexts(context, lists, {
    query: { ...call, state: { ...call.state, page: 1, pageSize: most } },
    known: request.freshness?.known,
  });
  return { total: pageInfo.totalSearchResults, rows };
}

async function readGroups(
  context: ListContext,
  reader: ListingReader,
  { tile, call, request }: Asked,
) {
  const { by = "", most = defaultTileGroups, order = "count" } = tile;
  const { resource, state } = call;
  const { source } = reader;
  const found = counted(
    await reader.index.find({ ...call, source }, { facets: [by] }),
  );
  const texts = choiceTexts(context, { ...request, resource });
  const facets = await labelFound(
    reader,
    { query: call, found },
    { ...texts, wanted: [by] },
  );
  const present = (facets.options[by] ?? []).flatMap(
    ({ value, label, counter }) =>
      counter > 0 ? [{ value, label, count: counter }] : [],
  );
  const filter = resource.filters.find((each) => filterId(each) === by);
  const addressOf = (value: string) =>
    filter
      ? stateAddress(resource, withChoice({ resource, state }, filter, value))
      : resource.route;
  const largest = present.toSorted((one, other) => other.count - one.count);
  const kept = largest.slice(0, most);
  const shown =
    order === "count" ? kept : present.filter((group) => kept.includes(group));
  return {
    total: found.total,
    groupCount: present.length,
    groups: shown.map((group) => ({ ...group, to: addressOf(group.value) })),
  };
}

async function readChart({ index, source }: ListingReader, { call }: Asked) {
  const { chart } = call.resource;
  if (!chart) throw failure("not_found");
  const found = await index.find({ ...call, source }, { chart });
  return { total: found.total, weeks: found.chart ?? [] };
}
