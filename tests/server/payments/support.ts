import { sql, type KyselyPlugin } from "kysely";
import type { Database } from "../../../server/platform/database";

/** The rows of everything that an action about money may write. */
export async function moneyRows({ kysely }: Database): Promise<unknown> {
  const tables = [
    "accounts",
    "bids",
    "bid_log",
    "bid_messages",
    "bid_news",
    "account_holds",
    "ledger_transfers",
    "open_car_prices",
    "outbox",
    "purchases",
    "records",
    "security_events",
    "users",
    "idempotency_keys",
  ];
  const rows = tables.map(async (table) => {
    const found = await sql<{ rows: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]') as rows
      from ${sql.table(table)} as t`.execute(kysely);
    return [table, found.rows[0]?.rows];
  });
  return Object.fromEntries((await Promise.all(rows)) as [string, unknown][]);
}

/**
 * Returns the clients whose pending holds exceed balance and credit limit, and those
 * with a hold who never had a balance: credit alone covers no bid.
 */
export async function clientsOverLimit({
  kysely,
}: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select user_id from accounts,
      lateral (select coalesce(sum(amount), 0) as bound from account_holds
        where account_holds.user_id = accounts.user_id and state = 'pending') as h,
      lateral (select coalesce(sum(change), 0) as owned,
          coalesce(bool_or(change > 0), false) as was_positive
        from ledger_accounts join lateral (
            select amount as change from ledger_transfers where credit_id = ledger_accounts.id
            union all
            select -amount from ledger_transfers where debit_id = ledger_accounts.id
          ) as entries on true
        where ledger_accounts.user_id = accounts.user_id) as l
    where bound > credit_limit + owned or (bound > 0 and not was_positive)`.execute(
    kysely,
  );
  return rows;
}

export const breakage = "the connection broke";

/**
 * Returns the database as one whose connection breaks at the nth step. A step is a
 * statement, the time before a commit and the time after it.
 */
export function breakingAt(database: Database, nth: number): Database {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps === nth) throw new Error(breakage);
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      step();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const kysely = database.kysely.withPlugin(plugin);
  const transaction = () => {
    const opened = kysely.transaction();
    const execute: typeof opened.execute = async (work) => {
      const result = await opened.execute(async (trx) => {
        const done = await work(trx);
        step();
        return done;
      });
      step();
      return result;
    };
    return { execute };
  };
  const proxy = new Proxy(kysely, {
    get: (target, name) => {
      if (name === "transaction") return transaction;
      const value: unknown = Reflect.get(target, name);
      const bound: unknown =
        typeof value === "function" ? value.bind(target) : value;
      return bound;
    },
  });
  return { ...database, kysely: proxy };
}

type BidMoney = {
  bidId: string;
  /** The sum of its pending holds. */
  held: number;
  owed: number;
  /** Whether the car is bought; null without a purchase. */
  isBought: boolean | null;
};

/** Returns the money of each bid outside of groups, as its holds, transfers and purchase say. */
export async function writtenMoney({ kysely }: Database): Promise<BidMoney[]> {
  const { rows } = await sql<BidMoney>`
    select bids.id::text as "bidId",
      coalesce((select sum(amount) from account_holds as hold
        where hold.bid_id = bids.id and state = 'pending'), 0)::float8 as held,
      coalesce((select sum(case kind when 'reversal' then -amount else amount end)
        from ledger_transfers
        where ledger_transfers.bid_id = bids.id), 0)::float8 as owed,
      (select data ->> 'ending' = 'none' from purchases
        join records on records.id = purchases.record_id
        where purchases.bid_id = bids.id) as "isBought"
    from bids order by bids.id`.execute(kysely);
  return rows;
}

/**
 * Returns the money that each bid outside of groups should have by its status, amount and
 * prices. The rules are written here again, so that a fault of the program shows.
 */
export async function expectedMoney({ kysely }: Database): Promise<BidMoney[]> {
  const { rows } = await sql<BidMoney>`
    select bids.id::text as "bidId",
      (case when bid_status in (1, 2) or (bid_status = 6 and price = 0)
        then amount else 0 end)::float8 as held,
      (case when bid_status = 6 then price else 0 end)::float8 as owed,
      case when exists (select from bid_log
          where bid_log.bid_id = bids.id and after ->> 'bidStatus' = '6')
        then bid_status = 6 end as "isBought"
    from bids, lateral (select coalesce(
        manager_sold_price,
        case when sold_price <= amount then sold_price end,
        0) as price) as debt
    order by bids.id`.execute(kysely);
  return rows;
}
