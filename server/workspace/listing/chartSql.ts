import { sql } from "kysely";
import type { Database } from "../../platform/database";
import { dayValue, fieldValue } from "./fieldSql";
import type { ChartAxes, ChartWeek, IndexQuery } from "./listingIndex";
import { conditionOf, narrowingOf } from "./narrowing";
import { fieldOf } from "./rowSource";
import { tablePlace } from "./tablePlace";

/** Returns the weeks of a chart from the database, the earliest first. */
export async function readChartWeeks(
  { kysely }: Pick<Database, "kysely">,
  query: IndexQuery,
  { x, y }: ChartAxes,
): Promise<ChartWeek[]> {
  const { from, source } = tablePlace(query.source, query);
  const { row } = query;
  const day = dayValue(source, x, fieldOf(row, x)).value;
  const value = fieldValue(source, y, fieldOf(row, y));
  const { rows } = await sql<ChartWeek>`
    select week::text as "from", count::int, quartiles[1]::float8 as low,
      quartiles[2]::float8 as middle, quartiles[3]::float8 as high
    from (
      select date_trunc('week', day::timestamp)::date as week, count(*),
        percentile_disc(array[0.25, 0.5, 0.75]) within group (order by value)
          as quartiles
      from (
        select ${day} as day, ${value} as value
        from ${from} where ${conditionOf(narrowingOf(source, query))}
      ) as charted
      where day is not null and value is not null
      group by 1
    ) as weeks order by week`.execute(kysely);
  return rows;
}
