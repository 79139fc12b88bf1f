import { summaryKey } from "./summary";
import type { MetaDashboard } from "../generated/schemas";
import { isAllowed, type Viewer } from "./access";
import { addDays, japanDay } from "./japanTime";
import { mayOpenFiltered } from "./listing/firstCalls";
import type { ListingState } from "./listing/state";
import { readUrl, writeUrl } from "./listing/url";
import {
  filterId,
  filterParam,
  todayValue,
  type Resource,
  type RowSchema,
} from "./resource";
import { withoutAccess } from "./visible/isVisible";

/** A declaration of dashboards/. */
export type Dashboard = MetaDashboard;
export type Tile = Dashboard["tiles"][number];
export type TileKind = Tile["kind"];

/** The call that reads the tiles of a dashboard. */
export const dashboardPath = "/dashboard";

/** A list as its viewer sees it. */
export type TileList = { resource: Resource; row: RowSchema };

/** Finds a list as a viewer sees it; undefined for a list that they may not see. */
export type FindTileList = (name: string) => TileList | undefined;

/**
 * Returns the state of the list behind a tile or a scheduled notice; null if the list has no
 * such filter, value or sort for its viewer. `now` decides the day in Japan.
 */
export function tileState(
  { filters = {}, sort }: Partial<Pick<Tile, "filters" | "sort">>,
  { resource, row }: TileList,
  now: Date,
): ListingState | null {
  const params = new URLSearchParams();
  for (const [id, text] of Object.entries(filters)) {
    const filter = resource.filters.find((each) => filterId(each) === id);
    if (!filter) return null;
    params.set(filterParam(filter), withDays(text, now));
  }
  if (sort) {
    params.set("sort", sort.id);
    params.set("order", sort.order);
  }
  const { state, dropped } = readUrl(resource, row, params);
  return dropped.length > 0 ? null : state;
}

/** Returns the text with the days for `@today`, `@today+7` and `@today-1`. */
const withDays = (text: string, now: Date): string =>
  text.replaceAll(laterDay, (_, days: string | undefined) =>
    addDays(japanDay(now), Number(days ?? 0)),
  );

const laterDay = new RegExp(`${todayValue}([+-]\\d{1,3})?`, "g");

/** Returns the address of a list in exactly this state: `/yards?kind=port`. */
export function stateAddress(resource: Resource, state: ListingState): string {
  const query = writeUrl(resource, state);
  if (query !== "") return `${resource.route}?${query}`;
  // Without a query, filters of the list may have their defaults.
  return mayOpenFiltered(resource, "")
    ? `${resource.route}?page=1`
    : resource.route;
}

/** Returns the key of a sum or an average in the totals of the list. */
const sumKey = ({ field = "", as }: Pick<Tile, "field" | "as">): string =>
  as === undefined ? field : summaryKey({ field, as });

/** Returns whether a list, as its viewer sees it, has the parts that the tile reads. */
const hasParts = (tile: Tile, { resource, row }: TileList): boolean => {
  switch (tile.kind) {
    case "count":
    case "rows":
      return true;
    case "sum":
      return resource.summary?.map(summaryKey).includes(sumKey(tile)) === true;
    case "groups":
      return (
        resource.calls.facets !== undefined &&
        resource.filters.some(
          (filter) =>
            filterId(filter) === tile.by && row.properties[filter.field],
        )
      );
    case "chart":
      return resource.chart !== undefined;
  }
};

/**
 * Returns the dashboard with the tiles that the viewer may see, without access rules; null
 * if none is left. A tile is visible if its list is, with the filters, the sort and the
 * parts that the tile names. Hidden columns are left out of rows.
 */
export function visibleDashboard(
  dashboard: Dashboard,
  viewer: Viewer,
  find: FindTileList,
): Dashboard | null {
  if (!isAllowed(dashboard.access, viewer)) return null;
  const tiles = dashboard.tiles.flatMap((tile): Tile[] => {
    const list = isAllowed(tile.access, viewer) ? find(tile.list) : undefined;
    if (!list || !hasParts(tile, list)) return [];
    // Any day reads the same filters.
    if (!tileState(tile, list, new Date(0))) return [];
    const ids = list.resource.columns.map(({ id }) => id);
    const columns = tile.columns?.filter((id) => ids.includes(id));
    return [{ ...withoutAccess(tile), ...(columns && { columns }) }];
  });
  return tiles.length > 0 ? { ...withoutAccess(dashboard), tiles } : null;
}

/** Rows that a tile shows if its declaration does not say how many. */
export const defaultTileRows = 5;

const sizes = {
  count: "small",
  sum: "small",
  rows: "wide",
  groups: "wide",
  chart: "full",
} as const satisfies Record<TileKind, NonNullable<Tile["size"]>>;

export const tileSize = ({
  kind,
  size,
}: Pick<Tile, "kind" | "size">): NonNullable<Tile["size"]> =>
  size ?? sizes[kind];
