import type { Viewer } from "../../../domain/access";
import { canBeFavorite, mostFavorites } from "../../../domain/favorites";
import type { AddFavoriteBody } from "../../../generated/schemas";
import { lockUser } from "../../identity";
import { announceChange } from "../../platform/changes";
import { inTransaction } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Catalog, ReadCatalog } from "../catalog";
import { placesOf } from "../lotKinds";
import { lockPlace } from "../lotQueries";
import { lotRows } from "../lotSource";
import { visibleLot } from "../visibleLot";
import {
  countFavorites,
  insertFavorite,
  removeFavorite,
} from "./favoriteQueries";

/**
 * Puts a lot into a group of the viewer's wishlist; a lot that is in it already stays.
 * Throws not_found for a lot that the viewer cannot open or of another kind than
 * `type`, uss_favorite for a lot of a USS house, and favorite_limit for a full group.
 */
export async function addFavorite(
  catalog: ReadCatalog,
  { viewer, body }: { viewer: Viewer; body: AddFavoriteBody },
): Promise<void> {
  const { carId: lotId, group, type } = body;
  const lot = await visibleLot(catalog, { viewer, id: lotId, rows: lotRows });
  if (!placesOf(type).includes(lot.area)) throw failure("not_found");
  if (!canBeFavorite(lot.stored, viewer)) throw failure("uss_favorite");
  const { database, clock } = catalog.context;
  const { userId } = viewer;
  await inTransaction(database, async (trx) => {
    await lockUser(trx, userId);
    // The lot may have moved since it was read.
    const area = await lockPlace(trx, { area: lot.area, lotId });
    if (!area) throw failure("not_found");
    await announceChange(trx, "favorites");
    const now = clock.now();
    await insertFavorite(trx, { userId, group, lotId }, { area, now });
    if ((await countFavorites(trx, { userId, group })) > mostFavorites)
      throw failure("favorite_limit");
  });
}

/** Removes a lot from a group of the viewer's wishlist, if it is there. */
export const deleteFavorite = (
  { database, clock }: Pick<Catalog["context"], "database" | "clock">,
  favorite: Parameters<typeof removeFavorite>[1],
): Promise<void> =>
  inTransaction(database, async (trx) => {
    await lockUser(trx, favorite.userId);
    await announceChange(trx, "favorites");
    await removeFavorite(trx, favorite, clock.now());
  });
