import { sql, type Kysely, type Transaction } from "kysely";
import type { ChangeRange } from "../../platform/changes";
import type { Tables, Reader } from "../../platform/database";
import { lotAreas } from "../lotKinds";
import type { LotArea } from "../lotSource";

/** Finds the groups of a user's lots, at most `most` rows or those on `lotIds`. */
export const findGroups = (
  db: Reader,
  userId: string,
  { most, lotIds }: { most?: number; lotIds?: readonly string[] },
) =>
  db
    .selectFrom("favorites")
    .select(["lot_id", "group_name"])
    .where("user_id", "=", userId)
    .where("is_removed", "=", false)
    .$if(lotIds !== undefined, (query) =>
      query.where(sql<boolean>`lot_id = any(${lotIds}::bigint[])`),
    )
    .orderBy("group_name")
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();

/** Finds the lots of some favourites of a user. */
export const findLotsOf = (
  db: Reader,
  userId: string,
  ids: readonly string[],
) =>
  db
    .selectFrom("favorites")
    .select(["id", "lot_id"])
    .where("user_id", "=", userId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();

/**
 * Finds favourites that were added, removed or moved, and favourites whose lot changed,
 * by a range of change numbers.
 */
export async function findChangedFavorites(
  db: Kysely<Tables>,
  { after, upTo, most }: ChangeRange & { most: number },
) {
  const changedIn = (seq: string) =>
    sql`${sql.ref(seq)} > ${String(after)} and ${sql.ref(seq)} <= ${String(upTo)}`;
  const { rows } = await sql<{
    id: string;
    user_id: string;
    lot_id: string;
    lot_area: LotArea;
    is_own: boolean;
  }>`
    select favorites.id, user_id, lot_id, lot_area, true as is_own
    from favorites where ${changedIn("favorites.seq")}
    union all
    select favorites.id, user_id, lot_id, lot_area, false as is_own
    from favorites join lots
      on lots.area = favorites.lot_area and lots.id = favorites.lot_id
    where not is_removed and lots.area in (${sql.join(lotAreas)})
      and ${changedIn("lots.seq")}
    limit ${most}`.execute(db);
  return rows;
}

/** Counts the lots in a group of a user. */
export async function countFavorites(
  trx: Transaction<Tables>,
  { userId, group }: { userId: string; group: string },
): Promise<number> {
  const row = await trx
    .selectFrom("favorites")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .where("group_name", "=", group)
    .where("is_removed", "=", false)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export type Favorite = { userId: string; group: string; lotId: string };

/** Adds a lot to a group; a lot that is in it already stays as it is. */
export const insertFavorite = (
  trx: Transaction<Tables>,
  { userId, group, lotId }: Favorite,
  { area, now }: { area: LotArea; now: Date },
) =>
  trx
    .insertInto("favorites")
    .values({
      user_id: userId,
      group_name: group,
      lot_id: lotId,
      lot_area: area,
      added_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "group_name", "lot_id"])
        .doUpdateSet({
          is_removed: false,
          removed_at: null,
          lot_area: area,
          added_at: now,
          seq: sql`nextval('change_seq')`,
        })
        .where("favorites.is_removed", "=", true),
    )
    .execute();

/** Removes a lot from a group, if it is there. */
export const removeFavorite = (
  trx: Transaction<Tables>,
  { userId, group, lotId }: Favorite,
  now: Date,
) =>
  trx
    .updateTable("favorites")
    .set({ is_removed: true, removed_at: now, seq: sql`nextval('change_seq')` })
    .where("user_id", "=", userId)
    .where("group_name", "=", group)
    .where("lot_id", "=", lotId)
    .where("is_removed", "=", false)
    .execute();

/** Notes the new area of lots that moved. */
export const moveFavorites = (
  trx: Transaction<Tables>,
  { to, lotIds }: { to: LotArea; lotIds: readonly string[] },
) =>
  sql`
    update favorites set lot_area = ${to}, seq = nextval('change_seq')
    where lot_id = any(${lotIds}::bigint[])`.execute(trx);
