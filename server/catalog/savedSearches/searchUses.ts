import { sql } from "kysely";
import type { Database } from "../../platform/database";

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
