import { sql } from "kysely";
import { detailPath } from "../../../domain/listing/detailPath";
import type { Resource } from "../../../domain/resource";
import { eventsByUser, type LiveTopic } from "../../platform/live";
import type { Context } from "../../workspace/context";
import {
  createListingReader,
  type Row,
  type RowSource,
} from "../../workspace/listing";
import { changedLists, type RowLists } from "../../workspace/lists";
import { viewedList } from "../savedSearches/viewedList";
import { findAlerts, findChangedAlerts } from "./alerts";

/** The alerts of users. Everybody reads only their own. */
export const alertSource = {
  row: "alert",
  table: "alerts",
  id: "id",
  fields: {
    id: { kind: "id", column: "id" },
    kind: { kind: "column", column: "kind" },
    title: { kind: "column", column: "title" },
    total: { kind: "column", column: "total" },
    price: { kind: "column", column: "price" },
    auctionDate: { kind: "column", column: "auction_at" },
    at: { kind: "column", column: "at" },
    state: {
      kind: "expression",
      expression: sql<string>`case when alerts.read_at is null
        then 'new' else 'read' end`,
    },
    path: { kind: "computed" },
  },
  ownerColumn: "user_id",
  scope: ({ viewer: { userId } }) => ({
    owner: { userId, withClients: false },
  }),
} as const satisfies RowSource;

/**
 * Returns how the engine answers lists of alerts. `path` leads to the row of an alert or
 * to its search, and is null if the viewer no longer sees that list.
 */
export const alertLists = (context: Context): RowLists => ({
  row: alertSource.row,
  reader: createListingReader(context, alertSource),
  computeFields: async (ids, { viewer, fields }) => {
    if (!fields.includes("path")) return [];
    const { userId } = viewer;
    const alerts = await findAlerts(context.database.kysely, { userId, ids });
    const paths = new Map(
      alerts.map(({ id, list_type, lot_id, params }) => {
        const resource = viewedList(context, viewer, list_type)?.resource;
        const query = params ? `?${params}` : "";
        return [
          id,
          resource &&
            (lot_id ? rowPath(resource, lot_id) : resource.route + query),
        ];
      }),
    );
    return ids.map((id): Row => ({ path: paths.get(id) ?? null }));
  },
});

/** Returns the path of a row; of lots it is in the list for which the search was saved. */
const rowPath = (resource: Resource, id: string): string =>
  resource.pageType
    ? `${resource.route}/${id}`
    : (detailPath({ resource, resources: [], row: { [resource.key]: id } }) ??
      resource.route);

/** Above this number of changed alerts browsers load their lists again. */
const mostChanges = 1_000;

/**
 * Makes the live news of alerts: the viewer's new alerts, and a hint that the counter of
 * the menu has changed. An alert that was read stays marked as new in open lists, so that
 * its reader can see which alerts were new.
 */
export const alertNews = (
  context: Pick<Context, "database" | "workspace" | "schemas" | "clock">,
): LiveTopic => ({
  reads: { alerts: [{ table: "alerts" }] },
  read: async (range) => {
    const most = mostChanges + 1;
    const found = await findChangedAlerts(context.database.kysely, {
      ...range,
      most,
    });
    if (found.length > mostChanges) return null;
    const unread = found.filter(({ read_at }) => read_at === null);
    const eventsOfLists = await changedLists(context, [
      { source: alertSource, ids: unread.map(({ id }) => id) },
    ]);
    return {
      byUser: eventsByUser(found, (changed) => {
        const own = new Set(
          changed.flatMap(({ id, read_at }) => (read_at === null ? [id] : [])),
        );
        return (viewer) => [
          ...(own.size > 0
            ? eventsOfLists(viewer, (_, id) => own.has(id))
            : []),
          { name: "counters" as const, data: {} },
        ];
      }),
    };
  },
});
