import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../../../../server/platform/database";
import * as oracle from "./oracle";

/**
 * Compares every bid, balance and hold with the oracle. Sums are taken from the rows, and
 * the sums that clients see are compared with them.
 */
export async function compare(
  kysely: Database["kysely"],
  world: oracle.World,
): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`
      select bids.id::text, bid_status as status, decision_reason as question,
        won_price as "wonPrice", manager_sold_price as recorded,
        needs_decision as asks, offering,
        exists (select from purchases where purchases.bid_id = bids.id
          and (select data ->> 'ending' from records
            where records.id = purchases.record_id) = 'none') as "isBought"
      from bids order by bids.id`.execute(kysely);
  const expected = world.bids.map((bid) => ({
    ...{ id: bid.id, status: bid.status, question: bid.question },
    ...{ wonPrice: bid.wonPrice, recorded: bid.recorded },
    ...{ asks: bid.question !== null, offering: bid.result.offering },
    isBought: bid.status === 6,
  }));
  const { rows: accounts } = await sql<Record<string, unknown>>`
      select user_id::text as id,
        (select coalesce(sum(case when credit_id = account.id then amount else -amount end), 0)
          from ledger_transfers
          where account.id in (debit_id, credit_id))::float8 as balance,
        (select coalesce(sum(amount), 0) from account_holds
          where account_holds.user_id = account.user_id
            and state = 'pending')::float8 as bound,
        (select jsonb_build_array(balance, held) from accounts
          where accounts.user_id = account.user_id) as shown
      from ledger_accounts as account
      where user_id = any(${[...world.clients.keys()]}::bigint[])
      order by user_id`.execute(kysely);
  const money = [...world.clients.keys()].map((id) => {
    const { balance, bound } = oracle.moneyOf(world, id);
    return { id, balance, bound, shown: [balance, bound] };
  });
  expect(rows).toEqual(expected);
  expect(accounts).toEqual(money);
}
