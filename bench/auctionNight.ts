import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import { settleBids } from "../server/bidding/settlement/settleBids";
import type { Database } from "../server/platform/database";
import { contextOf } from "../tests/server/bidding/support";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";

/** `BIDS=100000 npm run bench -- auctionNight` */
const count = Number(process.env.BIDS ?? 100_000);
const bidsOnLot = 10;
const clients = 2_000;
const evening = "2026-11-20T23:00:00+09:00";

/**
 * Settles a night of bids on PostgreSQL, and compares its time with a floor: a
 * transaction for each bid that only inserts a row of the ledger, of the holds and of the
 * log. Then replays the night in another order and with a break, and compares the ledger,
 * the holds and the statuses of both as multisets without ids and times.
 */
export async function benchAuctionNight(): Promise<string> {
  const postgres = await startPostgres();
  try {
    const nights = [];
    let floor = 0;
    for (const isReplay of [false, true]) {
      const url = await postgres.createDatabase();
      const database = await openMigrated(url);
      await fillNight(database, isReplay);
      const seconds = await settle(database, isReplay);
      nights.push({ seconds, ...(await outcomeOf(database)) });
      if (!isReplay) floor = await insertOnly(url);
      await database.close();
    }
    const [first, second] = nights;
    if (!first || !second || !isDeepStrictEqual(first.rows, second.rows))
      throw new Error("The replayed night has another ledger");
    const perSecond = (seconds: number) => Math.round(first.changed / seconds);
    return [
      `a night of ${count.toLocaleString("en")} bids: ${first.summary}`,
      `settled in ${first.seconds.toFixed(1)} s, ${perSecond(first.seconds)} bids a second`,
      `floor in ${floor.toFixed(1)} s, ${perSecond(floor)} bids a second, ratio ${(first.seconds / floor).toFixed(1)}`,
      "the replay in another order, with a break, has the same ledger, holds and statuses",
    ].join("\n");
  } finally {
    await postgres.stop();
  }
}

/** The digits of a number backwards, by which the replay orders the bids. */
const order = (isReplay: boolean) =>
  isReplay ? sql`reverse(n::text)::bigint, n` : sql`n`;

/**
 * Adds clients, lots whose auctions are over, and their bids with holds. Of ten lots six
 * name a bid of ours within its maximum, two are unsold, one is dearer than all bids, and
 * one has an unnamed buyer within the maximum.
 */
async function fillNight(database: Database, isReplay: boolean): Promise<void> {
  const { longRunning } = database;
  await sql`
    insert into users (email, email_key, password_hash, full_name, user_type, user_level,
      role_id, permissions, created_at)
    select 'c' || n, 'c' || n, '', 'Client ' || n, 2, 1064, 1064, '{}', now()
    from generate_series(1, ${clients}::int) as n order by ${order(isReplay)}`.execute(
    longRunning,
  );
  await sql`
    insert into accounts (user_id, credit_limit) select id, 2000000000 from users order by id`.execute(
    longRunning,
  );
  await generateLots(database, count / bidsOnLot);
  await sql`
    update lots set auction_at = '2026-11-20T15:00:00+09:00', auction_day = '2026-11-20',
      status = case when source_id::int % 10 in (6, 7) then 4535 else 4533 end,
      sold_price = case source_id::int % 10
        when 6 then null when 7 then null when 8 then 900000 else 300000 end,
      result_revision = 1`.execute(longRunning);
  await sql`
    insert into bids (user_id, lot_area, lot_id, lot_no, auction_at, auction_day, lot_status,
      sold_price, result_revision, amount, bid_status, placed_day, placed_at)
    select users.id, 'auction', lots.id, lot_no, auction_at, auction_day, status, sold_price,
      1, 300000 + 5000 * (n % ${bidsOnLot}::int), 1, '2026-11-20', '2026-11-20T09:00:00+09:00'
    from generate_series(0, ${count - 1}::int) as n
      join lots on lots.source_id = (1 + n / ${bidsOnLot}::int)::text and lots.area = 'auction'
      join users on users.email = 'c' || (1 + n % ${clients}::int)
    order by ${order(isReplay)}`.execute(longRunning);
  await sql`
    update bids set extra = jsonb_build_object('winningBid', winner.id::text)
    from (
      select bids.lot_id, bids.id from bids join lots on lots.id = bids.lot_id
      where bids.amount = 345000 and lots.source_id::int % 10 < 6
    ) as winner where winner.lot_id = bids.lot_id`.execute(longRunning);
  await sql`
    insert into account_holds (user_id, bid_id, amount, opened_at)
    select user_id, id, amount, placed_at from bids order by id`.execute(
    longRunning,
  );
  await sql`vacuum (analyze)`.execute(longRunning);
}

/** Settles all bids and returns the seconds; a replay breaks off once and goes on. */
async function settle(database: Database, isReplay: boolean): Promise<number> {
  const { context, setNow } = contextOf(database);
  setNow(evening);
  const start = performance.now();
  if (isReplay) {
    const stop = new AbortController();
    setTimeout(() => {
      stop.abort();
    }, 3_000);
    await settleBids(context, { signal: stop.signal });
  }
  while ((await settleBids(context)) > 0);
  return (performance.now() - start) / 1_000;
}

/** Returns what the night led to, without ids and times. */
async function outcomeOf({ longRunning }: Database) {
  const rows = async (statement: ReturnType<typeof sql>) =>
    (
      await sql<{ row: string }>`
        select to_jsonb(rows)::text as row from (${statement}) as rows order by 1`.execute(
        longRunning,
      )
    ).rows.map(({ row }) => row);
  const all = {
    transfers: await rows(sql`
      select posted.kind, amount, value_day, debtor.email as debit, creditor.email as credit
      from ledger_transfers as posted
        left join ledger_accounts as debit on debit.id = debit_id
        left join users as debtor on debtor.id = debit.user_id
        left join ledger_accounts as credit on credit.id = credit_id
        left join users as creditor on creditor.id = credit.user_id`),
    holds: await rows(sql`
      select email, amount, state from account_holds join users on users.id = user_id`),
    bids: await rows(sql`
      select email, source_id, amount, bid_status, decision_reason, won_price
      from bids join users on users.id = user_id join lots on lots.id = lot_id`),
  };
  const { rows: counted } = await sql<{
    won: number;
    lost: number;
    asked: number;
  }>`
    select count(*) filter (where bid_status = 6)::int as won,
      count(*) filter (where bid_status = 5)::int as lost,
      count(*) filter (where needs_decision)::int as asked from bids`.execute(
    longRunning,
  );
  const { won = 0, lost = 0, asked = 0 } = counted[0] ?? {};
  return {
    rows: all,
    changed: won + lost + asked,
    summary: `${won} won, ${lost} lost, ${asked} asked about`,
  };
}

/** Inserts three rows in a transaction for each bid, and returns the seconds. */
async function insertOnly(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create table floor_ledger (id bigint generated always as identity primary key,
      debit_id bigint, credit_id bigint, amount bigint, at timestamptz);
    create table floor_holds (id bigint generated always as identity primary key,
      user_id bigint, bid_id bigint, amount bigint, at timestamptz);
    create table floor_log (id bigint generated always as identity primary key,
      user_id bigint, bid_id bigint, event text, before jsonb, after jsonb, at timestamptz)`);
  const start = performance.now();
  for (let n = 0; n < count; n += 1) {
    await client.query("begin");
    await client.query(
      "insert into floor_ledger (debit_id, credit_id, amount, at) values ($1, 3, 300000, now())",
      [n % clients],
    );
    await client.query(
      "insert into floor_holds (user_id, bid_id, amount, at) values ($1, $2, 300000, now())",
      [n % clients, n],
    );
    await client.query(
      `insert into floor_log (user_id, bid_id, event, before, after, at)
        values ($1, $2, 'status', '{"bidStatus":1}', '{"bidStatus":5}', now())`,
      [n % clients, n],
    );
    await client.query("commit");
  }
  const seconds = (performance.now() - start) / 1_000;
  await client.end();
  return seconds;
}
