import { sql } from "kysely";
import type { Database } from "../platform/database";
import type { Job } from "../platform/jobs";
import type { Host } from "../workspace/area";

/** A sum that differs from its rows, in yen or in numbers of entries. */
export type LedgerFault = {
  /**
   * `balance`, `held`: the sum of a client. `entries`: numbers or running balances of a
   * client's entries. `price`: the open price of a bid. `checkpoint`: the balance of an
   * account at the end of a closed month.
   */
  fault: "balance" | "held" | "entries" | "price" | "checkpoint";
  /** The id of the user, bid or account. */
  id: string;
  kept: number | null;
  counted: number | null;
};

/** Each account's entries: what each transfer adds to it, with what triggers noted. */
const entries = sql`
  select credit_id as account_id, amount as change, value_day,
    credit_entry as entry, credit_balance as balance from ledger_transfers
  union all
  select debit_id, -amount, value_day, debit_entry, debit_balance
  from ledger_transfers`;

/** The statements by fault; each returns the rows that differ. */
const checks = {
  balance: sql`
    select user_id as id, accounts.balance as kept, coalesce(sum(change), 0) as counted
    from accounts join ledger_accounts using (user_id)
      left join (${entries}) as moved (account_id, change)
        on account_id = ledger_accounts.id
    group by user_id having accounts.balance <> coalesce(sum(change), 0)`,
  held: sql`
    select user_id as id, held as kept, coalesce(sum(amount), 0) as counted
    from accounts left join (
      select user_id, amount from account_holds where state = 'pending'
    ) as pending using (user_id)
    group by user_id having held <> coalesce(sum(amount), 0)`,
  entries: sql`
    select user_id as id, max(accounts.entries) as kept, count(*) as counted from (
      select ledger_accounts.user_id, entry, balance,
        row_number() over of_account as expected_entry,
        sum(change) over of_account as expected_balance
      from (${entries}) as moved
        join ledger_accounts on ledger_accounts.id = account_id
      where ledger_accounts.user_id is not null
      window of_account as (partition by account_id order by entry)
    ) as numbered join accounts using (user_id)
    group by user_id
    having bool_or(entry <> expected_entry or numbered.balance <> expected_balance)
      or max(accounts.entries) <> count(*)`,
  price: sql`
    select coalesce(open.bid_id, posted.bid_id) as id,
      open.transfer_id as kept, posted.id as counted
    from open_car_prices as open full join (
      select id, bid_id from ledger_transfers as price
      where kind = 'carPrice' and not exists (
        select from ledger_transfers as later where later.reverses_id = price.id)
    ) as posted on posted.id = open.transfer_id
    where posted.id is null or open.transfer_id is null`,
  checkpoint: sql`
    select account_id as id, kept.balance as kept, counted.balance as counted
    from ledger_checkpoints as kept full join (
      select closed_through, account_id, sum(change) as balance
      from (
        select closed_through from ledger_checkpoints
        union select closed_through from ledger_period
      ) as closed join (${entries}) as moved on value_day <= closed_through
      group by closed_through, account_id
    ) as counted using (closed_through, account_id)
    where kept.balance is distinct from counted.balance`,
};

/** Compares every kept sum of the ledger with its rows, and returns the differences. */
export async function findLedgerFaults(
  { background }: Pick<Database, "background">,
  signal?: AbortSignal,
): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  for (const [fault, statement] of Object.entries(checks)) {
    signal?.throwIfAborted();
    const { rows } = await sql<Omit<LedgerFault, "fault">>`
      select id::text, kept::float8, counted::float8
      from (${statement}) as differing limit 100`.execute(background);
    for (const row of rows)
      faults.push({ fault: fault as LedgerFault["fault"], ...row });
  }
  return faults;
}

/**
 * Makes the job that proves the ledger each day. It logs an error for each sum that differs
 * from its rows, sets the metric, and fails if any does.
 */
export function proveLedgerJob({
  database,
  log,
  metrics,
}: Pick<Host, "database" | "log"> & Partial<Pick<Host, "metrics">>): Job {
  let proven: number | null = null;
  metrics?.gauge({
    name: "seriba_ledger_faults",
    help: "Sums of the ledger that differed from their rows at the last check",
    read: () => (proven === null ? [] : [{ value: proven }]),
  });
  return {
    name: "prove-ledger",
    everySeconds: 86_400,
    run: async (signal) => {
      const faults = await findLedgerFaults(database, signal);
      proven = faults.length;
      for (const fault of faults.slice(0, 20))
        log.error({ fault }, "a sum of the ledger differs from its rows");
      if (faults.length > 0)
        throw new Error(`${faults.length} sums of the ledger differ`);
      return 0;
    },
  };
}
