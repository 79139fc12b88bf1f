import { sql } from "kysely";
import type { Database } from "../../platform/database";

/** How much a parameter of a list's URL is used by saved searches. */
export type SavedSearchUse = {
  /** The list's page type, or its name where it has none. */
  type: string;
  param: string;
  /** The sort's id where the parameter is `sort`, else null. */
  sort: string | null;
  searches: number;
  /** How many users these searches are of. */
  users: number;
};

/**
 * What the saved searches of lists stand on, in one statement that counts in
 * the database. A parameter that no search uses is not listed.
 */
export async function savedSearchUses(
  { kysely }: Pick<Database, "kysely">,
  { types }: { types: readonly string[] },
): Promise<SavedSearchUse[]> {
  const { rows } = await sql<{
    type: string;
    param: string;
    sort: string | null;
    searches: string;
    users: string;
  }>`
    select type, split_part(pair, '=', 1) as param,
      case when split_part(pair, '=', 1) = 'sort'
        then split_part(pair, '=', 2) end as sort,
      count(*) as searches, count(distinct user_id) as users
    from saved_searches, unnest(string_to_array(params, '&')) as pair
    where type = any(${types}::text[])
    group by 1, 2, 3
    order by 1, 2, 3`.execute(kysely);
  return rows.map(({ searches, users, ...use }) => ({
    ...use,
    searches: Number(searches),
    users: Number(users),
  }));
}
