import { sql, type RawBuilder } from "kysely";
import { largestAmount } from "../../domain/limits";
import { createClientSource, createUserSource } from "../identity";

const ofAccount = (column: string): RawBuilder<number | null> =>
  sql`(select ${sql.ref(`accounts.${column}`)} from accounts
    where accounts.user_id = users.id)`;

const balance = sql<number>`(
  select coalesce(sum(balance_change), 0)::float8 from ledger_entries
  where ledger_entries.user_id = users.id)`;

const activeBids = sql<number>`(
  select coalesce(sum(amount), 0)::float8 from holds
  where holds.user_id = users.id and holds.state = 'active')`;

/** The same rule as `largestBid`. */
const bidAllow = sql<number>`(case when ${balance} > 0 then least(greatest(
  ${balance} + coalesce(${ofAccount("credit_limit")}, 0) - ${activeBids}, 0),
  ${sql.lit(largestAmount)}) else 0 end)`;

const money = {
  balance,
  activeBids,
  bidAllow,
  creditLimit: ofAccount("credit_limit"),
  dailyBidLimit: ofAccount("daily_bid_limit"),
  dailyUssLimit: ofAccount("daily_uss_limit"),
};

/** The table of users with their money, for administrators. */
export const userSource = createUserSource(money);

/** The table of clients with their money, for managers. */
export const clientSource = createClientSource(money);
