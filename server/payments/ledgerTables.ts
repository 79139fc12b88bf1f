/** The agent's own kinds of accounts. Bank accounts and fees have labels. */
const internalKinds = [
  "bank",
  "cars",
  "fees",
  "freight",
  "bankCharges",
  "currency",
  "opening",
] as const;

export type InternalAccount = (typeof internalKinds)[number];

const quoted = (names: readonly string[]) =>
  names.map((name) => `'${name}'`).join(", ");

const accounts = [
  `create table ledger_accounts (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('client', ${quoted(internalKinds)})),
    label text not null default '',
    user_id bigint unique references accounts (user_id),
    currency text not null default 'JPY' check (currency ~ '^[A-Z]{3}$'),
    unique (id, currency),
    check ((kind = 'client') = (user_id is not null)),
    check (kind = 'bank' or currency = 'JPY')
  )`,
  `create unique index ledger_accounts_internal on ledger_accounts (kind, label)
    where kind <> 'client'`,
  `insert into ledger_accounts (kind)
    select unnest(array[${quoted(internalKinds)}])`,
  // The sums of a client, which the triggers below keep, and the number of the last entry.
  `alter table accounts
    add column balance bigint not null default 0,
    add column held bigint not null default 0,
    add column entries bigint not null default 0`,
  `insert into ledger_accounts (kind, user_id)
    select 'client', user_id from accounts order by user_id`,
  `create function open_ledger_account() returns trigger language plpgsql as $$
    begin
      insert into ledger_accounts (kind, user_id) values ('client', new.user_id);
      return null;
    end $$`,
  `create trigger accounts_in_ledger after insert on accounts
    for each row execute function open_ledger_account()`,
  `create trigger ledger_accounts_stay
    before update or delete or truncate on ledger_accounts
    for each statement execute function refuse_change()`,
];

const transfers = [
  // One row, which every transfer locks FOR SHARE and every close FOR UPDATE.
  `create table ledger_period (
    id boolean primary key default true check (id),
    closed_through date not null
  )`,
  `insert into ledger_period (closed_through) values ('1999-12-31')`,
  `create table ledger_transfers (
    id bigint generated always as identity primary key,
    debit_id bigint not null,
    credit_id bigint not null,
    amount bigint not null check (amount > 0),
    currency text not null default 'JPY',
    kind text not null
      check (kind in ('opening', 'remittance', 'carPrice', 'reversal')),
    bid_id bigint,
    value_day date not null,
    bank_day date,
    note text,
    actor_id bigint,
    actor_name text,
    actor_salt uuid,
    actor_digest text,
    reverses_id bigint unique references ledger_transfers (id),
    at timestamptz not null,
    debit_entry bigint,
    debit_balance bigint,
    credit_entry bigint,
    credit_balance bigint,
    foreign key (debit_id, currency) references ledger_accounts (id, currency),
    foreign key (credit_id, currency) references ledger_accounts (id, currency),
    unique (debit_id, debit_entry),
    unique (credit_id, credit_entry),
    check (debit_id <> credit_id),
    check ((kind = 'reversal') = (reverses_id is not null)),
    check ((kind = 'carPrice') <= (bid_id is not null)),
    check ((kind = 'remittance') <= (bank_day is not null))
  )`,
  `create unique index ledger_transfers_opening on ledger_transfers (credit_id)
    where kind = 'opening'`,
  `create index ledger_transfers_of_bid on ledger_transfers (bid_id)
    where bid_id is not null`,
  `create index ledger_transfers_by_day on ledger_transfers (value_day)`,
  `create view client_transfers as ${(["debit", "credit"] as const)
    .map(
      (side) => `
      select 2 * transfer.id + ${side === "credit" ? 1 : 0} as id, transfer.id as transfer_id,
        account.user_id, ${side === "credit" ? "" : "-"}transfer.amount as change,
        transfer.${side}_balance as balance, transfer.kind, transfer.bid_id,
        transfer.value_day, transfer.bank_day, transfer.note, transfer.actor_name,
        transfer.reverses_id, transfer.at
      from ledger_transfers as transfer
        join ledger_accounts as account on account.id = transfer.${side}_id
      where account.user_id is not null`,
    )
    .join(" union all ")}`,
  `create table open_car_prices (
    bid_id bigint primary key,
    transfer_id bigint not null unique references ledger_transfers (id)
  )`,
  `create function post_transfer() returns trigger language plpgsql as $$
    declare closed date;
    begin
      select closed_through into closed from ledger_period for share;
      if new.value_day <= closed then
        raise exception 'the books are closed through %', closed;
      end if;
      if new.reverses_id is not null and not exists (
        select from ledger_transfers as former
        where former.id = new.reverses_id and former.kind <> 'reversal'
          and former.debit_id = new.credit_id and former.credit_id = new.debit_id
          and former.amount = new.amount and former.currency = new.currency
      ) then
        raise exception 'transfer % is not reversed by this one', new.reverses_id;
      end if;
      update accounts set balance = balance - new.amount, entries = entries + 1
        where user_id = (select user_id from ledger_accounts where id = new.debit_id)
        returning entries, balance into new.debit_entry, new.debit_balance;
      update accounts set balance = balance + new.amount, entries = entries + 1
        where user_id = (select user_id from ledger_accounts where id = new.credit_id)
        returning entries, balance into new.credit_entry, new.credit_balance;
      return new;
    end $$`,
  `create trigger ledger_transfers_post before insert on ledger_transfers
    for each row execute function post_transfer()`,
  `create function keep_open_price() returns trigger language plpgsql as $$
    begin
      delete from open_car_prices where transfer_id = new.reverses_id;
      if new.kind = 'carPrice' then
        insert into open_car_prices (bid_id, transfer_id) values (new.bid_id, new.id);
      end if;
      return null;
    end $$`,
  `create trigger ledger_transfers_price after insert on ledger_transfers
    for each row execute function keep_open_price()`,
  // The functions that keep the log of bids and the digests of its names.
  `alter function digest_bid_actor() rename to digest_actor`,
  `alter function keep_bid_log() rename to keep_all_but_actor`,
  `create trigger ledger_transfers_digest before insert on ledger_transfers
    for each row execute function digest_actor()`,
  `create trigger ledger_transfers_stay before update on ledger_transfers
    for each row execute function keep_all_but_actor()`,
  `create trigger ledger_transfers_kept before delete or truncate on ledger_transfers
    for each statement execute function refuse_change()`,
  `create table ledger_checkpoints (
    closed_through date not null,
    account_id bigint not null references ledger_accounts (id),
    balance bigint not null,
    primary key (closed_through, account_id)
  )`,
  `create trigger ledger_checkpoints_stay
    before update or delete or truncate on ledger_checkpoints
    for each statement execute function refuse_change()`,
];

const holds = [
  `create table account_holds (
    id bigint generated always as identity primary key,
    user_id bigint not null references accounts (user_id),
    bid_id bigint,
    group_id integer,
    group_round integer,
    amount bigint not null check (amount > 0),
    state text not null default 'pending'
      check (state in ('pending', 'posted', 'released')),
    opened_at timestamptz not null,
    ended_at timestamptz,
    check ((state = 'pending') = (ended_at is null)),
    check ((bid_id is null) = (group_id is not null)),
    check ((group_id is null) = (group_round is null))
  )`,
  `create unique index account_holds_of_bid on account_holds (user_id, bid_id)
    where state = 'pending' and bid_id is not null`,
  `create unique index account_holds_of_group
    on account_holds (user_id, group_id, group_round)
    where state = 'pending' and group_id is not null`,
  `create function count_hold() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.state <> 'pending' then raise exception 'a hold begins as pending'; end if;
        update accounts set held = held + new.amount where user_id = new.user_id;
      else
        if old.state <> 'pending' or new.state = 'pending'
          or to_jsonb(new) - array['state', 'ended_at']
            <> to_jsonb(old) - array['state', 'ended_at']
        then raise exception 'a hold ends once and changes in no other way'; end if;
        update accounts set held = held - new.amount where user_id = new.user_id;
      end if;
      return null;
    end $$`,
  `create trigger account_holds_count after insert or update on account_holds
    for each row execute function count_hold()`,
  `create trigger account_holds_stay before delete or truncate on account_holds
    for each statement execute function refuse_change()`,
];

/** Copies the money of release 0.2. The settlement replaces the holds of groups. */
const money = [
  `insert into ledger_transfers (id, debit_id, credit_id, amount, kind, bid_id,
      value_day, bank_day, note, actor_id, actor_name, reverses_id, at)
    overriding system value
    select former.id, debit.id, credit.id, amount,
      case reason when 'purchase' then 'carPrice' else reason end,
      bid_id,
      coalesce(value_day, (at at time zone 'Asia/Tokyo')::date),
      case reason when 'remittance'
        then coalesce(value_day, (at at time zone 'Asia/Tokyo')::date) end,
      note, actor_id, actor_name, reverses_id, at
    from ledger_entries as former
      join ledger_accounts as debit
        on case former.debit when 'client' then debit.user_id = former.user_id
          when 'purchases' then debit.kind = 'cars' else debit.kind = former.debit end
      join ledger_accounts as credit
        on case former.credit when 'client' then credit.user_id = former.user_id
          when 'purchases' then credit.kind = 'cars' else credit.kind = former.credit end
    order by former.id`,
  `select setval(pg_get_serial_sequence('ledger_transfers', 'id'),
    (select max(id) from ledger_transfers))
    where exists (select from ledger_transfers)`,
  `insert into account_holds (user_id, bid_id, amount, opened_at)
    select user_id, bid_id, amount, changed_at from holds
    where state = 'active' and amount > 0 order by user_id, bid_id`,
  // A server of release 0.2 that still runs must not post beside the ledger.
  `create trigger ledger_entries_ended before insert or update or delete or truncate
    on ledger_entries for each statement execute function refuse_change()`,
  `create trigger holds_ended before insert or update or delete or truncate
    on holds for each statement execute function refuse_change()`,
];

/**
 * The ledger: accounts, transfers between two of them that are never changed, open car
 * prices, and holds that end once. Triggers keep the sums of each client in `accounts`, so
 * that no writer can forget them.
 */
export const ledger: readonly string[] = [
  ...accounts,
  ...transfers,
  ...holds,
  ...money,
];
