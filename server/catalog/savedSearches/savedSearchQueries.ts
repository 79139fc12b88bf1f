import { sql, type Kysely, type Selectable } from "kysely";
import type {
  SavedSearchesTable,
  Tables,
} from "../../platform/database/tables";

type Reader = Pick<Kysely<Tables>, "selectFrom">;
type Writer = Pick<Kysely<Tables>, "insertInto" | "updateTable" | "deleteFrom">;

export type SavedSearchRow = Selectable<SavedSearchesTable>;
type SearchKey = Pick<SavedSearchRow, "user_id" | "id">;

/** Locks the user's row, so that only one transaction saves searches at a time. */
export const lockSearches = (db: Reader, userId: string) =>
  db
    .selectFrom("users")
    .where("id", "=", userId)
    .select("id")
    .forUpdate()
    .execute();

/** Returns the searches of a user, newest first. */
export const findSearches = (
  db: Reader,
  { user_id, type }: Pick<SavedSearchRow, "user_id" | "type">,
): Promise<SavedSearchRow[]> =>
  db
    .selectFrom("saved_searches")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("type", "=", type)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

export const findSearch = (
  db: Reader,
  { user_id, id }: SearchKey,
): Promise<SavedSearchRow | undefined> =>
  db
    .selectFrom("saved_searches")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .executeTakeFirst();

export async function countSearches(
  db: Reader,
  { userId, types }: { userId: string; types: readonly string[] },
): Promise<number> {
  const { count } = await db
    .selectFrom("saved_searches")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .where(sql<boolean>`type = any(${types}::text[])`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the id of the new search. */
export async function insertSearch(
  db: Writer,
  search: Omit<SavedSearchRow, "id">,
): Promise<string> {
  const { id } = await db
    .insertInto("saved_searches")
    .values(search)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export const changeSearch = (
  db: Writer,
  { user_id, id }: SearchKey,
  change: Partial<Pick<SavedSearchRow, "title" | "params">>,
) =>
  db
    .updateTable("saved_searches")
    .set(change)
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .execute();

/** Deletes the search; returns false when the user has no such search. */
export async function removeSearch(
  db: Writer,
  { user_id, id }: SearchKey,
): Promise<boolean> {
  const removed = await db
    .deleteFrom("saved_searches")
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}
