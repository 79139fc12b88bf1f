import { eventsByUser, type LiveTopic } from "../../platform/live";
import type { Context } from "../../workspace/context";
import { createListingReader, type RowSource } from "../../workspace/listing";
import { changedLists, type RowLists } from "../../workspace/lists";
import type { Catalog } from "../catalog";
import { changedLots } from "../lotKinds";
import { carFields } from "../lotSource";
import { viewerFieldsOf } from "../viewerFields";
import { findChangedFavorites, findLotsOf } from "./favoriteQueries";

/** The lots in the wishlists, of all kinds. Everybody reads only their own. */
export const favoriteSource = {
  row: "favorite",
  table: "favorite_lots",
  id: "id",
  fields: {
    ...carFields,
    id: { kind: "id", column: "id" },
    lotId: { kind: "id", column: "lot_id" },
    lotType: { kind: "column", column: "lot_area" },
    group: { kind: "column", column: "group_name" },
    addedAt: { kind: "column", column: "added_at" },
    status: { kind: "column", column: "status" },
    myBid: { kind: "computed" },
    myBidAmount: { kind: "computed" },
    wishList: { kind: "computed" },
  },
  ownerColumn: "user_id",
  scope: ({ viewer: { userId } }) => ({
    owner: { userId, withClients: false },
  }),
} as const satisfies RowSource;

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

/** Above this number of changed favourites browsers load their lists again. */
const mostChanges = 1_000;

/**
 * Makes the live news of wishlists: the viewer's changed favourites and favourites
 * whose lot changed, for the lists of favourites, and the lots that the viewer added or
 * removed, for all other lists.
 */
export const favoriteNews = (
  context: Pick<Context, "database" | "workspace" | "schemas" | "clock">,
): LiveTopic => ({
  reads: { favorites: [{ table: "favorites" }], lots: [changedLots] },
  read: async (range) => {
    const most = mostChanges + 1;
    const found = await findChangedFavorites(context.database.kysely, {
      ...range,
      most,
    });
    if (found.length > mostChanges) return null;
    const ids = [...new Set(found.map(({ id }) => id))];
    const eventsOfLists = await changedLists(context, [
      { source: favoriteSource, ids },
    ]);
    return {
      byUser: eventsByUser(found, (own) => {
        const ownIds = new Set(own.map(({ id }) => id));
        const changed = own.filter(({ is_own }) => is_own);
        const areas = [...new Set(changed.map(({ lot_area }) => lot_area))].map(
          (area) => {
            const here = changed.filter(({ lot_area }) => lot_area === area);
            const lotIds = [...new Set(here.map(({ lot_id }) => lot_id))];
            return { area, added: 0, changed: lotIds.length, lotIds };
          },
        );
        return (viewer) => [
          ...eventsOfLists(viewer, (_, id) => ownIds.has(id)),
          ...(areas.length > 0
            ? [{ name: "lots" as const, data: { areas } }]
            : []),
        ];
      }),
    };
  },
});
