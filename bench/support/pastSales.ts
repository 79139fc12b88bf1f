import { sql } from "kysely";
import { addDays, japanDay } from "../../domain/japanTime";
import type { Database } from "../../server/platform/database";
import { middleOfSales } from "./generatedLots";

/** The generated lots of a model have this share of one chassis code. */
const shareOfChassis = 3;

/**
 * Makes every `nth` generated lot a sale of the last year, with few chassis codes for
 * each model.
 */
export async function makeSales(
  { longRunning }: Pick<Database, "longRunning">,
  nth = 1,
): Promise<void> {
  const first = addDays(japanDay(middleOfSales), -364);
  await sql`
    update lots set area = 'stats', status = 4533,
      sold_price = 100000 + id % 900 * 1000,
      chassis_id = 1 + (model_id * ${sql.lit(shareOfChassis)} + id % ${sql.lit(shareOfChassis)}) % 6000,
      auction_day = ${first}::date + (id * 7919 % 364)::int,
      extra = extra || jsonb_build_object('serial', (id % 9999999)::text)
    where id % ${sql.lit(nth)} = 0`.execute(longRunning);
  await sql`vacuum (analyze) lots`.execute(longRunning);
}

/** Ninety-eight of a hundred bikes of a model have its usual engine. */
const percentUsual = 98;

/** Turns all past sales of cars into sales of bikes, which have no chassis code. */
export async function makeBikes({
  longRunning,
}: Pick<Database, "longRunning">): Promise<void> {
  await sql`
    update lots set area = 'bike-stats', chassis_id = null,
      engine = 125 + model_id % 8 * 125 +
        case when id % 100 < ${sql.lit(percentUsual)} then 0 else 1 end
    where area = 'stats'`.execute(longRunning);
  await sql`vacuum (analyze) lots`.execute(longRunning);
}
