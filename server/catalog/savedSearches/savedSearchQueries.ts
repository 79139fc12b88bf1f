import {
  sql,
  type Insertable,
  type Kysely,
  type Selectable,
  type Transaction,
  type Updateable,
} from "kysely";
import { buryRows, findBuried, type ChangeRange } from "../../platform/changes";
import type { Database, Reader } from "../../platform/database";
import type { Tables } from "../../platform/database/tables";

type Writer = Pick<Kysely<Tables>, "insertInto" | "updateTable">;

export type SavedSearchRow = Selectable<Tables["saved_searches"]>;
type SearchKey = Pick<SavedSearchRow, "user_id" | "id">;

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

/** Returns the types of which a user has saved searches, sorted. */
export const findSavedTypes = async (
  db: Reader,
  user_id: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom("saved_searches")
    .select("type")
    .distinct()
    .where("user_id", "=", user_id)
    .orderBy("type")
    .execute();
  return rows.map(({ type }) => type);
};

/** A search or view in the list of a viewer. */
export type ListedSearch = SavedSearchRow & {
  owner: string;
  /** Whether the list opens with it for the viewer. */
  is_default: boolean;
};

/**
 * Returns the searches of a user, newest first, and after them the shared views of
 * others if `withShared`.
 */
export const findListed = (
  db: Reader,
  {
    user_id,
    type,
    withShared,
  }: Pick<SavedSearchRow, "user_id" | "type"> & { withShared: boolean },
): Promise<ListedSearch[]> =>
  db
    .selectFrom("saved_searches as saved")
    .innerJoin("users", "users.id", "saved.user_id")
    .leftJoin("default_views as opening", (join) =>
      join
        .on("opening.user_id", "=", user_id)
        .onRef("opening.type", "=", "saved.type")
        .onRef("opening.owner_id", "=", "saved.user_id")
        .onRef("opening.search_id", "=", "saved.id"),
    )
    .selectAll("saved")
    .select("users.full_name as owner")
    .select(sql<boolean>`opening.user_id is not null`.as("is_default"))
    .where("saved.type", "=", type)
    .where(
      withShared
        ? sql<boolean>`(saved.user_id = ${user_id} or saved.is_shared)`
        : sql<boolean>`saved.user_id = ${user_id}`,
    )
    .orderBy(sql`saved.user_id = ${user_id}`, "desc")
    .orderBy("saved.created_at", "desc")
    .orderBy("saved.id", "desc")
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

/**
 * Locks a search until the transaction ends. The search for alerts holds this lock as
 * long as it looks for lots.
 */
export const lockSearch = (
  trx: Transaction<Tables>,
  { user_id, id }: SearchKey,
): Promise<SavedSearchRow | undefined> =>
  trx
    .selectFrom("saved_searches")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .forUpdate()
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

export async function changeSearch(
  db: Writer,
  { user_id, id }: SearchKey,
  change: Updateable<Tables["saved_searches"]>,
): Promise<void> {
  await db
    .updateTable("saved_searches")
    .set({ ...change, seq: sql`nextval('change_seq')` })
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .execute();
}

/** Sets the view with which a list opens for a user; null for none. */
export const setDefaultView = (
  db: Writer,
  { user_id, type }: Pick<SavedSearchRow, "user_id" | "type">,
  view: SearchKey | null,
) => {
  const values = {
    owner_id: view?.user_id ?? null,
    search_id: view?.id ?? null,
  };
  return db
    .insertInto("default_views")
    .values({ user_id, type, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "type"])
        .doUpdateSet({ ...values, seq: sql`nextval('change_seq')` }),
    )
    .execute();
};

/** A change of the searches of a user, which other users see if it is shared. */
export type SearchChange = Pick<
  SavedSearchRow,
  "user_id" | "type" | "is_shared"
>;

/** Returns what changed in a range of change numbers, at most `most` rows of each table. */
export async function findSearchChanges(
  db: Reader,
  { after, upTo, most }: ChangeRange & { most: number },
): Promise<SearchChange[]> {
  const [searches, defaults, buried] = await Promise.all([
    db
      .selectFrom("saved_searches")
      .select(["user_id", "type", "is_shared"])
      .where("seq", ">", String(after))
      .where("seq", "<=", String(upTo))
      .limit(most)
      .execute(),
    db
      .selectFrom("default_views")
      .select(["user_id", "type"])
      .where("seq", ">", String(after))
      .where("seq", "<=", String(upTo))
      .limit(most)
      .execute(),
    findBuried(db, "searches", { after, upTo }),
  ]);
  return [
    ...searches,
    ...defaults.map((view) => ({ ...view, is_shared: false })),
    ...buried.map(({ place }) => {
      const [user_id = "", type = "", kept] = place.split("/");
      return { user_id, type, is_shared: kept === "shared" };
    }),
  ];
}

/** Records that a search is not listed any more for everyone who saw it. */
export const burySearch = (
  trx: Transaction<Tables>,
  { user_id, type, is_shared, id }: SearchChange & SearchKey,
  now: Date,
): Promise<void> =>
  buryRows(trx, {
    topic: "searches",
    place: `${user_id}/${type}/${is_shared ? "shared" : "own"}`,
    ids: [id],
    movedTo: null,
    now,
  });

/** Deletes a search with its deliveries. */
export async function removeSearch(
  db: Transaction<Tables>,
  { user_id, id }: SearchKey,
): Promise<void> {
  await db
    .deleteFrom("deliveries")
    .where("user_id", "=", user_id)
    .where("kind", "=", "search")
    .where("subject_id", "=", id)
    .execute();
  await db
    .deleteFrom("saved_searches")
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .execute();
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
