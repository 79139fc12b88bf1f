import type { Migrations } from "../platform/database";
import { ledger } from "./ledgerTables";
import { carLines } from "./lineTables";

/** The limits and the money of clients: a ledger with two sides, and holds for bids. */
export const migrations: Migrations = {
  "005_payments": [
    `create table accounts (
      user_id bigint primary key references users (id),
      credit_limit integer not null default 0,
      daily_bid_limit integer not null default 0,
      daily_uss_limit integer not null default 0,
      seq bigint not null default 0
    )`,
    `create index accounts_seq on accounts (seq)`,
    `create table ledger_entries (
      user_id bigint not null,
      id bigint generated always as identity,
      debit text not null,
      credit text not null,
      amount bigint not null check (amount > 0),
      balance_change bigint not null generated always as
        (case when credit = 'client' then amount else -amount end) stored,
      reason text not null
        check (reason in ('opening', 'remittance', 'purchase', 'reversal')),
      bid_id bigint,
      reverses_id bigint,
      value_day date,
      note text,
      actor_id bigint,
      actor_name text,
      at timestamptz not null,
      primary key (user_id, id),
      unique (user_id, reverses_id),
      check (debit in ('client', 'bank', 'purchases', 'opening')
        and credit in ('client', 'bank', 'purchases', 'opening')),
      check ((debit = 'client') <> (credit = 'client')),
      check ((reason = 'reversal') = (reverses_id is not null))
    )`,
    `create index ledger_entries_balance on ledger_entries (user_id)
      include (balance_change)`,
    `create unique index ledger_entries_opening on ledger_entries (user_id)
      where reason = 'opening'`,
    `create index ledger_entries_bid on ledger_entries (user_id, bid_id, id)
      where bid_id is not null`,
    `create table holds (
      user_id bigint not null,
      bid_id bigint not null,
      amount bigint not null check (amount >= 0),
      state text not null check (state in ('active', 'released', 'converted')),
      changed_at timestamptz not null,
      primary key (user_id, bid_id)
    )`,
    `create index holds_active on holds (user_id) include (amount)
      where state = 'active'`,
  ],
  "018_ledger": [...ledger],
  "054_car_lines": [...carLines],
};
