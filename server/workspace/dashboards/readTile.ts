import { weekAxes, type Chart } from "../../../domain/chart";
import type { ListingState } from "../../../domain/listing/state";
import { summaryKey, summaryValues } from "../../../domain/summary";
import type { Viewer } from "../../../domain/access";
import {
  defaultTileRows,
  stateAddress,
  tileState,
  type Tile,
} from "../../../domain/dashboard";
import type { Language } from "../../../domain/limits";
import type { DashboardGroup, DashboardTile } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import {
  freshReader,
  isCounted,
  visibleListing,
  type Freshness,
  type ListingCall,
  type ListingReader,
} from "../listing";
import {
  readGroups,
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
  sum?: number | null;
  rows?: string[];
  groups?: DashboardGroup[];
  groupCount?: number;
  missing?: number;
  missingTo?: string;
  others?: DashboardTile["others"];
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
      return readTileGroups(context, lists.reader, asked, asked.tile);
    case "chart":
      return readChart(context, lists.reader, asked);
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
  { tile, call }: Asked,
) {
  const { field = "", as } = tile;
  const asked = { sums: [field] };
  const found = counted(await index.find({ ...call, source }, asked));
  const entry = as === undefined ? field : { field, as };
  const values = summaryValues([entry], call.row, found);
  return { total: found.total, sum: values[summaryKey(entry)] ?? null };
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

async function readTileGroups(
  context: ListContext,
  reader: ListingReader,
  { call, request }: Asked,
  asked: Pick<Chart, "by" | "most" | "order">,
) {
  const { missing, groups, ...found } = await readGroups(context, reader, {
    ...request,
    ...asked,
    call,
  });
  const addressOf = (state: ListingState) => stateAddress(call.resource, state);
  return {
    ...found,
    groups: groups.map(({ state, ...group }) => ({
      ...group,
      to: addressOf(state),
    })),
    ...(missing && {
      missing: missing.count,
      ...(missing.state && { missingTo: addressOf(missing.state) }),
    }),
  };
}

async function readChart(
  context: ListContext,
  reader: ListingReader,
  asked: Asked,
) {
  const { call } = asked;
  const { chart } = call.resource;
  if (!chart) throw failure("not_found");
  const axes = weekAxes(chart);
  if (!axes) return readTileGroups(context, reader, asked, chart);
  const { index, source } = reader;
  const found = await index.find({ ...call, source }, { chart: axes });
  return { total: found.total, weeks: found.chart ?? [] };
}
