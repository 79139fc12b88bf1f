import { sql } from "kysely";
import type { Database } from "../../server/platform/database";

const clients = 2_000;
/** The client with the most bids. */
export const busyClient = "11";
/** A dealer with some clients. */
export const dealerId = "12";
const dealersClients = 60;

/** Adds clients and `count` bids of theirs over the last months. */
export async function generateBids(
  database: Database,
  count: number,
): Promise<void> {
  const { longRunning } = database;
  await sql`
    insert into users (id, email, email_key, password_hash, full_name, user_type, user_level,
      role_id, permissions, created_at, dealer_id)
    overriding system value
    select n, 'client' || n || '@bench.test', 'client' || n || '@bench.test', '', 'Client ' || n, 2, 1064,
      1064, '{}', now(), case when n between 100 and ${100 + dealersClients} then ${dealerId}::bigint end
    from generate_series(1, ${clients}) as n`.execute(longRunning);
  await sql`
    insert into terms (kind, id, name, rank)
    select 'condition', n, 'CONDITION ' || n, n from generate_series(1, 13) as n`.execute(
    longRunning,
  );
  // A tenth of the bids are New or Bid; the busy client has one in fifty.
  await sql`
    insert into bids (user_id, lot_area, lot_id, lot_no, auction_at, auction_day,
      house_id, maker_id, model_id, condition_id, lot_status, year, engine, mileage,
      start_price, amount, bid_status, bid_group_id, export_type_id, placed_day,
      placed_at)
    select case when n % 50 = 0 then ${busyClient}::bigint else 1 + n % ${clients} end,
      'auction', n, (10000 + n * 7 % 80000)::text,
      timestamptz '2026-11-25 10:00+09' - n * interval '3 minutes',
      (timestamptz '2026-11-25 10:00+09' - n * interval '3 minutes')::date,
      1 + n % 40, 1 + n % 12, 1 + n % 400, 1 + n % 13,
      case when n < 5000 then 4532 else 4533 end, 2000 + n % 26, 600 + n % 3000,
      n % 200000, n % 900 * 5000, n % 1000 * 5000,
      case when n < 8000 then 1 + n % 2 else 3 + n % 4 end, nullif(n % 6, 0),
      1 + n % 5, timestamptz '2026-11-24 10:00+09'::date,
      timestamptz '2026-11-24 10:00+09' - n * interval '3 minutes'
    from generate_series(1, ${count}) as n`.execute(longRunning);
  await sql`vacuum (analyze) bids`.execute(longRunning);
  await sql`analyze terms`.execute(longRunning);
  await sql`vacuum (analyze) users`.execute(longRunning);
}
