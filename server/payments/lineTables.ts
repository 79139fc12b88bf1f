import { chargedLines, creditedLines } from "../../domain/carLines";

const quoted = (names: readonly string[]) =>
  names.map((name) => `'${name}'`).join(", ");

/** Lines with an account of their own kind. All others are fees by their kind. */
export const ownAccounts = {
  freight: "freight",
  bankCharge: "bankCharges",
} as const;

const fees = [...chargedLines, ...creditedLines].filter(
  (line) => !Object.hasOwn(ownAccounts, line),
);

/**
 * The lines of a car beside its price: charges and credits of a bid, between the client and
 * the account of the line's kind. The view names the kind of each line, and of its reversal.
 */
export const carLines: readonly string[] = [
  `insert into ledger_accounts (kind, label)
    select 'fees', unnest(array[${quoted(fees)}])`,
  `alter table ledger_transfers
    drop constraint ledger_transfers_kind_check,
    add constraint ledger_transfers_kind_check check (kind in
      ('opening', 'remittance', 'carPrice', 'charge', 'credit', 'reversal')),
    add constraint ledger_transfers_line_check
      check ((kind in ('charge', 'credit')) <= (bid_id is not null))`,
  // The change number of the last line of a car, by which open pages of purchases learn of it.
  `create table changed_cars (bid_id bigint primary key, seq bigint not null)`,
  `create index changed_cars_seq on changed_cars (seq)`,
  // The open line of each cause: a car never gets two lines for the same state.
  `create table caused_lines (
    bid_id bigint not null,
    cause text not null,
    transfer_id bigint not null unique,
    primary key (bid_id, cause)
  )`,
  `create function refuse_caused_reversal() returns trigger language plpgsql as $$
    begin
      if exists (select from caused_lines where transfer_id = new.reverses_id) then
        raise exception 'The state of the purchase keeps this line' using errcode = '23514';
      end if;
      return new;
    end $$`,
  `create trigger ledger_transfers_caused before insert on ledger_transfers
    for each row when (new.reverses_id is not null)
    execute function refuse_caused_reversal()`,
  `create or replace view client_transfers as ${(
    [
      ["debit", "credit"],
      ["credit", "debit"],
    ] as const
  )
    .map(
      ([side, other]) => `
      select 2 * transfer.id + ${side === "credit" ? 1 : 0} as id, transfer.id as transfer_id,
        account.user_id, ${side === "credit" ? "" : "-"}transfer.amount as change,
        transfer.${side}_balance as balance, transfer.kind, transfer.bid_id,
        transfer.value_day, transfer.bank_day, transfer.note, transfer.actor_name,
        transfer.reverses_id, transfer.at,
        case other.kind when 'fees' then nullif(other.label, '')
          ${Object.entries(ownAccounts)
            .map(([line, kind]) => `when '${kind}' then '${line}'`)
            .join(" ")} end as line
      from ledger_transfers as transfer
        join ledger_accounts as account on account.id = transfer.${side}_id
        join ledger_accounts as other on other.id = transfer.${other}_id
      where account.user_id is not null`,
    )
    .join(" union all ")}`,
];
