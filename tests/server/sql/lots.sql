-- findLot
select *
  from "lots"
  where "area" = $1 and "id" = $2;
select "name"
  from "terms"
  where "kind" = $1 and "id" = $2;

-- lockLot
select *
  from "lots"
  where "area" = $1 and "id" = $2
  for update;
select "name"
  from "terms"
  where "kind" = $1 and "id" = $2;

-- lockLots
select "id"
  from "lots"
  where "area" in ($1, $2, $3, $4, $5) and id = any($6::bigint[])
  order by "id"
  for update;

-- findChangedLots
select "area", count(*) as "read", count(*) filter (where coalesce(created_seq > $1 and created_seq <= $2, false)) as "added", count(*) filter (where seq <= $3 and not coalesce(created_seq > $4 and created_seq <= $5, false)) as "changed", (array_agg(id::text) filter (where seq <= $6 and not coalesce(created_seq > $7 and created_seq <= $8, false)))[1:1000] as "lotIds"
  from (select "area", "id", "seq", "created_seq" from "lots" where "area" in ($9) and "seq" > $10 and true limit $11) as "changed_lots"
  group by "area";

-- noteLotChange
select "id"
  from "lots"
  where "area" in ($1, $2, $3, $4, $5) and id = any($6::bigint[])
  order by "id"
  for update;
select nextval('change_seq')::text as number
  from (select pg_advisory_xact_lock_shared(24097, (nextval('change_seq') % 2147483648)::int) offset 0) as locked;
update "lots"
  set "seq" = nextval('change_seq')
  where "area" in ($1, $2) and "id" = $3;
