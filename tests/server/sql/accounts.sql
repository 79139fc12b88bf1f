-- findAccount
select balance::float8 as "balance", "credit_limit" as "creditLimit", "daily_bid_limit" as "dailyBidLimit", "daily_uss_limit" as "dailyUssLimit", held::float8 as "activeBids"
  from "accounts"
  where "user_id" = $1;

-- lockAccount
select balance::float8 as "balance", "credit_limit" as "creditLimit", "daily_bid_limit" as "dailyBidLimit", "daily_uss_limit" as "dailyUssLimit", held::float8 as "activeBids"
  from "accounts"
  where "user_id" = $1
  for update;

-- noteAccountChange
select "user_id"
  from "accounts"
  where "user_id" = $1
  for update;
select nextval('change_seq')::text as number
  from (select pg_advisory_xact_lock_shared(24097, (nextval('change_seq') % 2147483648)::int) offset 0) as locked;
update "accounts"
  set "seq" = nextval('change_seq')
  where "user_id" = $1;

-- writeClaim of a won car at a corrected price
select "posted"."id", "posted"."amount"
  from "open_car_prices" as "open"
  inner join "ledger_transfers" as "posted" on "posted"."id" = "open"."transfer_id"
  where "open"."bid_id" = $1;
select "id", "amount"
  from "account_holds"
  where "user_id" = $1 and "state" = $2 and "bid_id" = $3;
select "former"."debit_id", "former"."credit_id", "former"."bid_id", "former"."amount", "former"."currency", "later"."id" as "reversal"
  from "ledger_transfers" as "former"
  left join "ledger_transfers" as "later" on "later"."reverses_id" = "former"."id"
  where "former"."id" = $1;
select nextval('change_seq')::text as number
  from (select pg_advisory_xact_lock_shared(24097, (nextval('change_seq') % 2147483648)::int) offset 0) as locked;
insert into "changed_cars" ("seq")
  values (nextval('change_seq'))
  on conflict ("bid_id") do update
  set "seq" = nextval('change_seq');
select "closed_through"
  from "ledger_period" for share;
insert into "ledger_transfers" ("amount", "kind", "value_day", "note", "actor_id", "actor_name", "reverses_id", "at")
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  returning "id";
select nextval('change_seq')::text as number
  from (select pg_advisory_xact_lock_shared(24097, (nextval('change_seq') % 2147483648)::int) offset 0) as locked;
insert into "changed_cars" ("bid_id", "seq")
  values ($1, nextval('change_seq'))
  on conflict ("bid_id") do update
  set "seq" = nextval('change_seq');
select "closed_through"
  from "ledger_period" for share;
insert into "ledger_transfers" ("debit_id", "credit_id", "amount", "kind", "bid_id", "value_day", "bank_day", "note", "actor_id", "actor_name", "at")
  values ((select id from ledger_accounts where user_id = $1), (select id from ledger_accounts where kind = $2 and label = $3 and user_id is null), $4, $5, $6, $7, $8, $9, $10, $11, $12)
  returning "id";
update "account_holds"
  set "state" = $1, "ended_at" = $2
  where "id" = $3;
select "user_id"
  from "accounts"
  where "user_id" = $1
  for update;

-- openBalance
select balance::float8 as "balance", "credit_limit" as "creditLimit", "daily_bid_limit" as "dailyBidLimit", "daily_uss_limit" as "dailyUssLimit", held::float8 as "activeBids"
  from "accounts"
  where "user_id" = $1
  for update;
select "id"
  from "ledger_transfers"
  where "kind" = $1 and "credit_id" = (select id from ledger_accounts where user_id = $2);
select "closed_through"
  from "ledger_period" for share;

-- postRemittance
select "closed_through"
  from "ledger_period" for share;
insert into "ledger_transfers" ("debit_id", "credit_id", "amount", "kind", "bid_id", "value_day", "bank_day", "note", "actor_id", "actor_name", "at")
  values ((select id from ledger_accounts where kind = $1 and label = $2 and user_id is null), (select id from ledger_accounts where user_id = $3), $4, $5, $6, $7, $8, $9, $10, $11, $12)
  returning "id";
