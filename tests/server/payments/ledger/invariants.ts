import { sql, type RawBuilder } from "kysely";
import type { Program } from "./program";
import type { Observed } from "./work";

type Rows = { text: string }[];

/** Each row of a statement is something that does not hold, as a text. */
const rowsOf = async (
  { database }: Program,
  statement: RawBuilder<unknown>,
): Promise<string[]> => {
  const { rows } = await sql<Rows[number]>`${statement}`.execute(
    database.kysely,
  );
  return rows.map(({ text }) => text);
};

/** Every movement of every account: what it adds, and what the ledger noted beside it. */
const movements = sql`(
  select id, at, credit_id as account, amount as change, value_day,
    credit_entry as entry, credit_balance as after from ledger_transfers
  union all
  select id, at, debit_id, -amount, value_day, debit_entry, debit_balance
  from ledger_transfers)`;

/** Tries a change in a transaction that is undone; returns a text if the database took it. */
async function isRefused(
  { database }: Program,
  statement: string,
): Promise<string[]> {
  const trx = await database.kysely.startTransaction().execute();
  try {
    await sql.raw(statement).execute(trx);
    return [`the database accepts: ${statement}`];
  } catch {
    return [];
  } finally {
    await trx.rollback().execute();
  }
}

const refusals = async (program: Program, statements: readonly string[]) => {
  const found: string[] = [];
  for (const statement of statements)
    found.push(...(await isRefused(program, statement)));
  return found;
};

/** How an attacker changes a value, by the type of its column. */
const forgeries: Record<string, string> = {
  bigint: "coalesce(X, 0) + 1000000",
  date: "coalesce(X, '2026-01-01') + 1",
  text: "coalesce(X, '') || 'x'",
  "timestamp with time zone": "X + interval '1 second'",
};

/**
 * Changes each column of a sealed transfer as somebody who can turn triggers and checks
 * off, and returns the columns whose change the seals do not show. Undoes all of it.
 */
async function hiddenForgeries(program: Program): Promise<string[]> {
  const trx = await program.database.kysely.startTransaction().execute();
  const run = (statement: string) => sql.raw(statement).execute(trx);
  try {
    await run(`do $$ declare name text; begin
      for name in select conname from pg_constraint
        where conrelid = 'ledger_transfers'::regclass and contype = 'c'
      loop execute format('alter table ledger_transfers drop constraint %I', name);
      end loop; end $$`);
    await run("alter table ledger_transfers disable trigger all");
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type
      from information_schema.columns where table_name = 'ledger_transfers'
        and column_name not in ('id', 'actor_salt')`.execute(trx);
    const hidden: string[] = [];
    for (const { name, type } of rows) {
      await run("savepoint genuine");
      await run(`update ledger_transfers
        set ${name} = ${(forgeries[type] ?? "null").replace("X", name)}
        where id = (select min(id) from ledger_transfers where actor_name is not null)`);
      const faults = await program.findSealFaults(trx);
      if (faults.length === 0) hidden.push(name);
      await run("rollback to savepoint genuine");
    }
    return hidden;
  } finally {
    await trx.rollback().execute();
  }
}

/** The checks of the ledger after the work, by the number of the invariant. */
export const invariants: Record<
  number,
  {
    name: string;
    check: (program: Program, observed: Observed) => Promise<string[]>;
  }
> = {
  1: {
    name: "each transfer takes from one account what it gives to another",
    check: (program) =>
      rowsOf(
        program,
        sql`select 'the sum over all accounts is ' || sum(balance) as text from (
          select balance from accounts union all
          select sum(change) from ${movements} as moved
            join ledger_accounts on ledger_accounts.id = account
          where kind <> 'client'
        ) as all_accounts having sum(balance) <> 0`,
      ),
  },
  2: {
    name: "rows are never changed or removed",
    check: (program) =>
      refusals(program, [
        "update ledger_transfers set amount = amount + 1",
        "update ledger_transfers set note = 'x', actor_name = '', actor_salt = null",
        "delete from ledger_transfers",
        "truncate ledger_transfers, open_car_prices",
        "update ledger_accounts set label = 'x'",
        "delete from account_holds",
        "delete from ledger_checkpoints",
      ]),
  },
  3: {
    name: "the seal shows each change of a row",
    check: async (program) => {
      await program.seal();
      const faults = await program.findSealFaults();
      if (faults.length > 0) return [JSON.stringify(faults)];
      return hiddenForgeries(program);
    },
  },
  4: {
    name: "the same request again changes nothing and gets the first answer",
    check: found(4),
  },
  5: {
    name: "many copies of a request at once have one effect",
    check: found(5),
  },
  6: { name: "many deposits at once make an exact balance", check: found(6) },
  7: { name: "many transfers at once keep the total", check: found(7) },
  8: {
    name: "the shown balance is the sum of the entries",
    check: async (program, { balances }) => {
      const { rows } = await sql<{ id: string; shown: number; sum: number }>`
        select user_id::text as id, balance::float8 as shown,
          (select coalesce(sum(change), 0) from ${movements} as moved
            join ledger_accounts on ledger_accounts.id = account
            where ledger_accounts.user_id = accounts.user_id)::float8 as sum
        from accounts order by user_id`.execute(program.database.kysely);
      return rows.flatMap(({ id, shown, sum }) => {
        const applied = balances.get(id) ?? 0;
        return shown === sum ? [] : [`${shown} for ${sum} (${applied}) yen`];
      });
    },
  },
  9: { name: "holds at once never pass the free money", check: found(9) },
  10: { name: "no yen is rounded", check: found(10) },
  11: {
    name: "yen and another currency never meet",
    check: (program) =>
      refusals(program, [
        `insert into ledger_accounts (kind, label, currency) values ('bank', 'usd', 'USD');
        insert into ledger_transfers
          (debit_id, credit_id, amount, kind, value_day, bank_day, at)
        select bank.id, client.id, 5, 'remittance', '2026-11-20', '2026-11-20', now()
        from ledger_accounts as bank, ledger_accounts as client
        where bank.label = 'usd' and client.kind = 'client' limit 1`,
      ]),
  },
  12: {
    name: "a transfer is reversed once, and both stay",
    check: found(12),
  },
  13: {
    name: "holds and open prices are what their rows make of them",
    check: (program) =>
      rowsOf(
        program,
        sql`select held || ' yen held instead of ' || expected as text
          from accounts, lateral (
            select coalesce(sum(amount), 0) as expected from account_holds
            where account_holds.user_id = accounts.user_id and state = 'pending'
          ) as pending where held <> expected
        union all
        select 'open price of bid ' || coalesce(open.bid_id, posted.bid_id)
        from open_car_prices as open full join (
          select id, bid_id from ledger_transfers where kind = 'carPrice'
            and id not in (select reverses_id from ledger_transfers
              where reverses_id is not null)
        ) as posted on posted.id = open.transfer_id
        where open.bid_id is null or posted.id is null`,
      ),
  },
  14: {
    name: "the entries of an account have one order without gaps",
    check: (program) =>
      rowsOf(
        program,
        sql`select 'entry ' || coalesce(entry::text, 'none') || ' of account ' || account
            || ' has ' || coalesce(after::text, 'no') || ' yen' as text
          from (
            select account, entry, after, sum(change) over entries as balance,
              row_number() over entries as number
            from ${movements} as moved
              join ledger_accounts on ledger_accounts.id = account
            where kind = 'client'
            window entries as (partition by account order by entry, moved.id)
          ) as numbered
          where entry is distinct from number or after is distinct from balance`,
      ),
  },
  15: { name: "a refused request stays refused", check: found(15) },
  16: {
    name: "a hold ends once and never changes, and one is pending for each subject",
    check: async (program) => [
      ...(await refusals(program, [
        "update account_holds set state = 'released' where state = 'posted'",
        "update account_holds set state = 'pending', ended_at = null where state <> 'pending'",
        "update account_holds set amount = amount + 1 where state = 'pending'",
        `insert into account_holds (user_id, bid_id, amount, opened_at)
          select user_id, bid_id, 1, now() from account_holds where state = 'pending'`,
      ])),
      ...(await rowsOf(
        program,
        sql`select bid_id || ' has ' || count(*) || ' holds' as text
          from account_holds where bid_id in (
            select bid_id from open_car_prices join account_holds using (bid_id))
          group by bid_id having count(*) <> 2`,
      )),
    ],
  },
  17: {
    name: "a car has one open price",
    check: (program) =>
      rowsOf(
        program,
        sql`select 'bid ' || bid_id || ' has ' || count(*) || ' open prices' as text
          from ledger_transfers where kind = 'carPrice'
            and id not in (select reverses_id from ledger_transfers
              where reverses_id is not null)
          group by bid_id having count(*) > 1`,
      ),
  },
  18: {
    name: "a closed month takes no entry",
    check: async (program, observed) => [
      ...(await found(18)(program, observed)),
      ...(await rowsOf(
        program,
        sql`select 'account ' || account_id || ' had ' || balance || ' yen when '
            || closed_through || ' was closed, and ' || coalesce(now_there, 0)
            || ' by now' as text
          from ledger_checkpoints, lateral (
            select sum(change) as now_there from ${movements} as moved
            where account = account_id and value_day <= closed_through
          ) as present where balance is distinct from now_there`,
      )),
    ],
  },
};

/** Returns what the work itself has found about an invariant. */
function found(invariant: number) {
  return (_program: Program, observed: Observed): Promise<string[]> =>
    Promise.resolve(observed.found.get(invariant) ?? []);
}
