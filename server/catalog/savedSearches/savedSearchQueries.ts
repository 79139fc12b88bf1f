import {
  sql,
  type Insertable,
  type Kysely,
  type Selectable,
  type Transaction,
} from "kysely";
import type { Database } from "../../platform/database";
import type { Tables } from "../../platform/database/tables";

type Reader = Pick<Kysely<Tables>, "selectFrom">;
type Writer = Pick<Kysely<Tables>, "insertInto" | "updateTable">;

export type SavedSearchRow = Selectable<Tables["saved_searches"]>;
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
  search: Insertable<Tables["saved_searches"]>,
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

/** Deletes the search with its deliveries; returns false without such a search. */
export async function removeSearch(
  db: Transaction<Tables>,
  { user_id, id }: SearchKey,
): Promise<boolean> {
  await db
    .deleteFrom("deliveries")
    .where("user_id", "=", user_id)
    .where("kind", "=", "search")
    .where("subject_id", "=", id)
    .execute();
  const removed = await db
    .deleteFrom("saved_searches")
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

export type SearchUse = { searches: number; users: number };

/**
 * Counts the saved searches of a list that use one of the parameters or sorts,
 * each search once, and the users who saved them.
 */
export async function countSearchesUsing(
  { kysely }: Pick<Database, "kysely">,
  {
    type,
    params,
    sorts,
  }: { type: string; params: readonly string[]; sorts: readonly string[] },
): Promise<SearchUse> {
  if (params.length + sorts.length === 0) return { searches: 0, users: 0 };
  const { rows } = await sql<SearchUse>`
    select count(distinct id)::int as searches,
      count(distinct user_id)::int as users
    from saved_searches, unnest(string_to_array(params, '&')) as pair
    where type = ${type} and (
      split_part(pair, '=', 1) = any(${params}::text[])
      or pair = any(${sorts.map((id) => `sort=${id}`)}::text[]))`.execute(
    kysely,
  );
  return rows[0] ?? { searches: 0, users: 0 };
}
