import { sql } from "kysely";
import { addDays, japanDay, weekdayOf } from "../../domain/japanTime";
import type { Database } from "../../server/platform/database";

const dictionaries: Readonly<Record<string, number>> = {
  maker: 60,
  model: 1_800,
  house: 40,
  condition: 14,
  gearbox: 6,
  color: 16,
};

const today = japanDay(new Date());

/**
 * The first of seven sale days, the Monday of this week in Japan: a server would move
 * the lots of past weeks to the statistics while it is measured.
 */
export const firstDay = addDays(today, 1 - weekdayOf(today));

/** A time in the middle of the sale days. */
export const middleOfSales = new Date(`${addDays(firstDay, 2)}T12:00:00+09:00`);

/**
 * Fills the car auctions with lots whose makers and models are as unevenly spread
 * as in real sales. The same count makes the same lots, on the days of this week.
 */
export async function generateLots(
  { longRunning }: Pick<Database, "longRunning">,
  count: number,
  chassis = 6_000,
): Promise<void> {
  for (const [kind, words] of Object.entries({ ...dictionaries, chassis }))
    await sql`
      insert into terms (kind, id, parent_id, name, rank)
      select ${kind}, n, case when ${kind} = 'model' then 1 + n % 60 end,
        upper(${kind}) || ' ' || n, case when ${kind} = 'condition' then n end
      from generate_series(1, ${words}::int) as n`.execute(longRunning);
  await sql`
    insert into lots (area, source, source_id, lot_no, auction_at, auction_day,
      house_id, maker_id, model_id, chassis_id, condition_id, gearbox_id, color_id,
      status, year, engine, mileage, start_price, grade, equip, images, extra,
      row_hash, imported_at)
    select 'auction', 'bench', n::text, (1 + n % 90000)::text,
      at, (at at time zone 'Asia/Tokyo')::date,
      1 + (h1 * h1 * 40)::int % 40, maker, 1 + (maker - 1 + 60 * (h2 * h2 * 30)::int) % 1800,
      1 + (h3 * ${chassis}::int)::int % ${chassis}::int, 1 + (h4 * 14)::int % 14, 1 + (h5 * 6)::int % 6,
      1 + (h6 * h6 * 16)::int % 16, 4531 + (h7 * 5)::int % 5,
      1995 + (sqrt(h8) * 31)::int, 660 + 20 * (h9 * 120)::int,
      1000 * (h3 * 200)::int, 5000 * (h6 * 600)::int, 'GRADE ' || n % 900,
      'AC NAVI ' || n % 50, '/1.jpg#/2.jpg',
      case when n % 5 = 0 then '{"fuel":"diesel"}'::jsonb else '{}'::jsonb end,
      n::text, now()
    from (
      select n, 1 + (m * m * m * 60)::int % 60 as maker,
        ${firstDay}::timestamptz + (d * 7 * 1440)::int * interval '1 minute' as at,
        h1, h2, h3, h4, h5, h6, h7, h8, h9
      from generate_series(1, ${count}::int) as n,
        lateral (select ${sql.join(
          ["m", "d", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9"].map(
            (name, index) =>
              sql`(hashint8(n * 16 + ${sql.lit(index)}) & 65535) / 65536.0 as ${sql.ref(name)}`,
          ),
        )}) as hashes
    ) as generated`.execute(longRunning);
  await sql`vacuum (analyze) lots`.execute(longRunning);
  await sql`analyze terms`.execute(longRunning);
}
