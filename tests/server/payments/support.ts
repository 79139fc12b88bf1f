import { sql } from "kysely";
import { claimOf, type HoldState } from "../../../domain/claim";
import type { Database } from "../../../server/platform/database";

/** The rows of everything that an action about money may write. */
export async function moneyRows({ kysely }: Database): Promise<unknown> {
  const tables = [
    "bids",
    "bid_log",
    "holds",
    "ledger_entries",
    "purchases",
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

/** Returns the clients whose active holds exceed balance and credit limit. */
export async function clientsOverLimit({
  kysely,
}: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select user_id from accounts
    where (select coalesce(sum(amount), 0) from holds
        where holds.user_id = accounts.user_id and state = 'active')
      > credit_limit + (select coalesce(sum(balance_change), 0)
        from ledger_entries where ledger_entries.user_id = accounts.user_id)`.execute(
    kysely,
  );
  return rows;
}

type BidMoney = {
  bidId: string;
  state: HoldState;
  amount: number;
  owed: number;
  /** Whether the car is bought; null without a purchase. */
  isBought: boolean | null;
};

/** Returns the money of each bid as its hold, its entries and its purchase have it. */
export async function writtenMoney({ kysely }: Database): Promise<BidMoney[]> {
  const { rows } = await sql<BidMoney>`
    select holds.bid_id::text as "bidId", holds.state,
      holds.amount::float8 as amount,
      coalesce((select -sum(balance_change) from ledger_entries as entry
        where entry.user_id = holds.user_id
          and entry.bid_id = holds.bid_id), 0)::float8 as owed,
      (select purchases.status is distinct from 7 from purchases
        where purchases.user_id = holds.user_id
          and purchases.bid_id = holds.bid_id) as "isBought"
    from holds order by holds.bid_id`.execute(kysely);
  return rows;
}

/** Returns the money that each bid should have by its status, amount and prices. */
export async function expectedMoney({ kysely }: Database): Promise<BidMoney[]> {
  const won = await kysely
    .selectFrom("bid_log")
    .select("bid_id")
    .distinct()
    .where(sql<boolean>`after ->> 'bidStatus' = '6'`)
    .execute();
  const wonOnce = new Set(won.map(({ bid_id }) => bid_id));
  const bids = await kysely
    .selectFrom("bids")
    .select(["id", "bid_status", "amount", "sold_price", "manager_sold_price"])
    .orderBy("id")
    .execute();
  return bids.map((bid) => ({
    bidId: bid.id,
    ...claimOf({
      status: bid.bid_status,
      amount: bid.amount,
      lotPrice: bid.sold_price,
      recordedPrice: bid.manager_sold_price,
    }),
    isBought: wonOnce.has(bid.id) ? bid.bid_status === 6 : null,
  }));
}
