import { isAllowed } from "../../../domain/access";
import { eventsByUser, type LiveTopic } from "../../platform/live";
import type { Context } from "../../workspace/context";
import { changedLots } from "../lotKinds";
import { findChangedFavorites } from "./favoriteQueries";
import { favoriteSource } from "./favoriteLists";

/** Above this number of changed favourites browsers load their lists again. */
const mostChanges = 1_000;

/**
 * Makes the live news of wishlists: the viewer's changed favourites and favourites
 * whose lot changed, for the lists of favourites, and the lots that the viewer added or
 * removed, for all other lists.
 */
export const favoriteNews = ({
  database: { kysely },
  workspace,
}: Pick<Context, "database" | "workspace">): LiveTopic => ({
  reads: { favorites: [{ table: "favorites" }], lots: [changedLots] },
  read: async (range) => {
    const most = mostChanges + 1;
    const found = await findChangedFavorites(kysely, { ...range, most });
    if (found.length > mostChanges) return null;
    const lists = workspace
      .resources()
      .filter(({ row }) => row === favoriteSource.row);
    return {
      byUser: eventsByUser(found, (own) => {
        const ids = [...new Set(own.map(({ id }) => id))];
        const changed = own.filter(({ is_own }) => is_own);
        const areas = [...new Set(changed.map(({ lot_area }) => lot_area))].map(
          (area) => {
            const here = changed.filter(({ lot_area }) => lot_area === area);
            const lotIds = [...new Set(here.map(({ lot_id }) => lot_id))];
            return { area, added: 0, changed: lotIds.length, lotIds };
          },
        );
        return (viewer) => {
          const ofLists = lists
            .filter(({ access }) => isAllowed(access, viewer))
            .map(({ name: list }) => ({ list, ids }));
          return [
            ...(ofLists.length > 0
              ? [{ name: "records" as const, data: { lists: ofLists } }]
              : []),
            ...(areas.length > 0
              ? [{ name: "lots" as const, data: { areas } }]
              : []),
          ];
        };
      }),
    };
  },
});
