import { createKeptByUser, type KeptByUser } from "../../platform/changes";
import { findGroups } from "./favoriteQueries";

/** The groups of a user in which each lot is. */
export type OwnFavorites = KeptByUser<readonly string[]>;

/** Makes the lookup of own favourites. */
export const createOwnFavorites = (
  host: Parameters<typeof createKeptByUser>[0],
): OwnFavorites => {
  const { kysely } = host.database;
  return createKeptByUser<readonly string[]>(host, {
    table: "favorites",
    findAll: async (userId, most) =>
      byLot(await findGroups(kysely, userId, { most })),
    findOn: async (userId, lotIds) =>
      byLot(await findGroups(kysely, userId, { lotIds })),
  });
};

function byLot(
  rows: readonly { lot_id: string; group_name: string }[],
): Map<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  for (const { lot_id, group_name } of rows)
    groups.set(lot_id, [...(groups.get(lot_id) ?? []), group_name]);
  return groups;
}

/** Returns the value of the field `wishList`: the groups in which a lot is. */
export const wishListOf = (
  groups: readonly string[] = [],
): { group: string; value: boolean }[] =>
  groups.map((group) => ({ group, value: true }));
