import { sql } from "kysely";
import type { WordOrder } from "./listingOrder";
import { nearerEnd, type PageSlice, type Read } from "./pageSlices";

/**
 * Returns the SELECT of rows in the order of words, without a sort of all matches: it
 * goes through the words in their order, and reads the rows of each along an index of
 * the word and the id, until the page is full. Rows without a word come last.
 */
export function wordSlice(
  { place, order, where }: Read<WordOrder>,
  { offset, size, total }: { offset: number; size: number; total: number },
): PageSlice {
  const { from, source } = place;
  const { value, dictionary, direction } = order;
  const { limit, skipped, isReversed } = nearerEnd({ offset, size, total });
  const id = sql.ref(`${source.table}.${source.id}`);
  const column = sql.ref(`${source.table}.${order.column}`);
  const isDescending = (direction === "DESC") !== isReversed;
  const byWord = sql`words.key ${sql.raw(isDescending ? "desc" : "asc")}
    nulls ${sql.raw(isReversed ? "first" : "last")}`;
  const byId = sql.raw(isReversed ? "desc" : "asc");
  const end = sql`order by ${id} ${byId} limit ${limit + skipped}`;
  const statement = sql`
    select array[walked.id::text, null]
    from (
      select * from (
        select ${value} as key, sort_term.id as word
        from terms as sort_term where sort_term.kind = ${dictionary}
        union all select null, null
      ) as words order by ${byWord} offset 0
    ) as words
    cross join lateral (
      (select ${id} as id from ${from}
        where ${where} and ${column} = words.word ${end})
      union all
      (select ${id} from ${from}
        where words.word is null and ${where} and ${column} is null ${end})
    ) as walked
    order by ${byWord}, walked.id ${byId}
    limit ${limit} offset ${skipped}`;
  return { statement, isReversed, expected: limit, segment: 0, end: 0 };
}
