-- findAccount
select (select coalesce(sum(balance_change), 0)::float8 from ledger_entries where user_id = $1) as "balance", (select coalesce(sum(amount), 0)::float8 from holds where user_id = $2 and state = 'active') as "activeBids", "credit_limit" as "creditLimit", "daily_bid_limit" as "dailyBidLimit", "daily_uss_limit" as "dailyUssLimit"
  from "accounts"
  where "user_id" = $3;

-- lockAccount
select "user_id"
  from "accounts"
  where "user_id" = $1
  for update;
select (select coalesce(sum(balance_change), 0)::float8 from ledger_entries where user_id = $1) as "balance", (select coalesce(sum(amount), 0)::float8 from holds where user_id = $2 and state = 'active') as "activeBids", "credit_limit" as "creditLimit", "daily_bid_limit" as "dailyBidLimit", "daily_uss_limit" as "dailyUssLimit"
  from "accounts"
  where "user_id" = $3;

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
select "state", "amount"
  from "holds"
  where "user_id" = $1 and "bid_id" = $2;
select "debt"."id", "debt"."amount"
  from "ledger_entries" as "debt"
  left join "ledger_entries" as "reversal" on "reversal"."user_id" = "debt"."user_id" and "reversal"."reverses_id" = "debt"."id"
  where "debt"."user_id" = $1 and "debt"."bid_id" = $2 and "debt"."reason" = $3 and "reversal"."id" is null;
insert into "ledger_entries" ("user_id", "bid_id", "at", "debit", "credit", "amount", "reason", "reverses_id", "actor_id", "actor_name")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning "id";
insert into "ledger_entries" ("user_id", "bid_id", "at", "debit", "credit", "amount", "reason", "actor_id", "actor_name")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  returning "id";
select "user_id"
  from "accounts"
  where "user_id" = $1
  for update;

-- openBalance
insert into "ledger_entries" ("user_id", "debit", "credit", "amount", "reason", "at")
  values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing;

-- postRemittance
insert into "ledger_entries" ("user_id", "debit", "credit", "amount", "reason", "value_day", "note", "at", "actor_id", "actor_name")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning "id";
