import { sql } from "kysely";
import { mostGuessedKilometres } from "../../../domain/passport";
import type { Database } from "../../platform/database";
import type { LotArea } from "../lotSource";
import type { LotHistory } from "./lotHistory";

/** The latest lots that may be of one car; it bounds the work. */
const mostLots = 40;

export type SeenQuery = {
  history: LotHistory;
  /** The stored lot; null for a property that the viewer may not see. */
  same: readonly number[];
  serial: string | null;
  year: number | null;
  colorId: number | null;
  mileage: number | null;
};

/**
 * Returns the places of lots that may be of the same car: lots with the same
 * chassis number, then lots that are alike, each with the latest first.
 */
export async function findSeenLots(
  { kysely }: Pick<Database, "kysely">,
  query: SeenQuery,
): Promise<{ id: string; area: LotArea }[]> {
  const { history, same, serial, year, colorId, mileage } = query;
  const equal = history.same.map(
    ({ column }, index) => sql`${sql.ref(column)} = ${same[index]}`,
  );
  const within = sql.join(
    [
      sql`area in (${history.coming}, ${history.past})`,
      ...equal,
      ...(history.hasChassis ? [] : [sql`chassis_id is null`]),
    ],
    sql` and `,
  );
  const numbered =
    serial === null
      ? sql`false`
      : sql`${within} and extra->>'serial' = ${serial}`;
  const alike =
    year === null || colorId === null || mileage === null
      ? sql`false`
      : sql`${within} and year = ${year} and color_id = ${colorId}
          and mileage between ${mileage - mostGuessedKilometres}
            and ${mileage + mostGuessedKilometres}`;
  const { rows } = await sql<{ id: string; area: LotArea }>`
    select id::text, area from (
      (select id, area, auction_at, 0 as rank from lots where ${numbered}
        order by auction_at desc nulls last limit ${sql.lit(mostLots)})
      union all
      (select id, area, auction_at, 1 as rank from lots where ${alike}
        order by auction_at desc nulls last limit ${sql.lit(mostLots)})
    ) as seen
    group by id, area
    order by min(rank), max(auction_at) desc nulls last, id`.execute(kysely);
  return rows;
}
