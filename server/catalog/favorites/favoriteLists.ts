import { createListingReader } from "../../workspace/listing";
import type { RowLists } from "../../workspace/lists";
import type { Context } from "../../workspace/context";
import type { Catalog } from "../catalog";
import { viewerFieldsOf } from "../viewerFields";
import { findLotsOf } from "./favoriteQueries";
import { favoriteSource } from "./favoriteSource";

/** Returns how the engine answers lists of favourites. */
export const favoriteLists = (
  context: Context,
  catalog: Catalog,
): RowLists => ({
  row: favoriteSource.row,
  reader: createListingReader(context, favoriteSource),
  computeFields: async (ids, request) => {
    const { kysely } = context.database;
    const rows = await findLotsOf(kysely, request.viewer.userId, ids);
    const lots = new Map(rows.map(({ id, lot_id }) => [id, lot_id]));
    const lotIds = ids.map((id) => lots.get(id) ?? "0");
    return viewerFieldsOf(catalog, lotIds, request);
  },
});
