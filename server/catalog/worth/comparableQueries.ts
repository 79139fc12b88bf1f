import { sql } from "kysely";
import { widening, type PastSale } from "../../../domain/comparables";
import { addDays } from "../../../domain/japanTime";
import { lotStatuses } from "../../../domain/lotStatus";
import type { Database } from "../../platform/database";
import type { LotArea } from "../lotSource";
import type { LotHistory } from "./lotHistory";

/** The latest sales of a model that are read; it bounds the work. */
const mostSales = 600;
const longestDays = Math.max(...widening.map(({ days }) => days));
const mostYears = Math.max(...widening.map(({ years }) => years));

export type SoldQuery = {
  area: LotArea;
  modelId: number;
  history: Pick<LotHistory, "variant" | "hasChassis">;
  /** Null finds the sales of all variants. */
  variant: number | null;
  year: number | null;
  /** The day in Japan up to which sales count, `YYYY-MM-DD`. */
  day: string;
};

/** A sale with its day in Japan. */
export type SoldLot = PastSale & { day: string };

/**
 * Returns the latest sold lots of a model within the widest limits of years and
 * days. The index alone finds them, so that a popular model costs no more reads.
 */
export async function findSoldLots(
  { kysely }: Pick<Database, "kysely">,
  { area, modelId, history, variant, year, day }: SoldQuery,
): Promise<SoldLot[]> {
  const years =
    year === null
      ? sql``
      : sql`and (year is null or year between ${year - mostYears} and ${year + mostYears})`;
  const column = sql.ref(`lots.${history.variant.column}`);
  const ofVariant = variant === null ? sql`` : sql`and ${column} = ${variant}`;
  const inIndex = history.hasChassis ? sql`` : sql`and chassis_id is null`;
  const { rows } = await sql<SoldLot>`
    with sold as (
      select id from lots
      where area = ${area} and model_id = ${modelId} ${ofVariant} ${inIndex}
        and status in (${sql.lit(lotStatuses.sold)}, ${sql.lit(lotStatuses.soldNegotiated)})
        and sold_price > 0
        and auction_day between ${addDays(day, -longestDays)}::date and ${day}::date
        ${years}
      order by auction_day desc limit ${sql.lit(mostSales)}
    )
    select lots.id::text, ${column} as variant, lots.grade as trim,
      lots.year, lots.mileage, terms.rank, lots.sold_price as price,
      lots.auction_day::text as day, ${day}::date - lots.auction_day as age
    from sold join lots on lots.area = ${area} and lots.id = sold.id
    left join terms on terms.kind = 'condition' and terms.id = lots.condition_id`.execute(
    kysely,
  );
  return rows;
}
