import { sql } from "kysely";
import type { Database } from "../../platform/database";

/**
 * How many saved searches of a list name one of these parameters or sorts, each
 * counted once, and of how many users they are.
 */
export async function countSearchesNaming(
  { kysely }: Pick<Database, "kysely">,
  named: { type: string; params: readonly string[]; sorts: readonly string[] },
): Promise<{ searches: number; users: number }> {
  const { type, params, sorts } = named;
  if (params.length + sorts.length === 0) return { searches: 0, users: 0 };
  const { rows } = await sql<{ searches: number; users: number }>`
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
