import type { Context } from "../../workspace/context";
import { createListingReader, type Row } from "../../workspace/listing";
import type { RowLists } from "../../workspace/lists";
import { viewedList } from "../savedSearches/viewedList";
import { findAlerts } from "./alertQueries";
import { alertSource } from "./alertSource";

/**
 * Returns how the engine answers lists of alerts. `path` leads to the lot of an alert or
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
        const route = viewedList(context, viewer, list_type)?.resource.route;
        const query = params ? `?${params}` : "";
        return [id, route && route + (lot_id ? `/${lot_id}` : query)];
      }),
    );
    return ids.map((id): Row => ({ path: paths.get(id) ?? null }));
  },
});
