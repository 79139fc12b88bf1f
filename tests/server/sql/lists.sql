-- a page and its total
select number.last, held.objid::text as start
  from (select (select (case when is_called then last_value else 0 end)::text from change_seq) as last offset 0) as number
  left join lateral (select objid from pg_locks where locktype = 'advisory' and classid = 24097 and granted and number.last is not null and database = (select oid from pg_database where datname = current_database()) offset 0 ) as held on true;
select "lots"."id" as id
  from "lots_auction" as "lots"
  where true and "lots"."maker_id" = any($1::int[]) and ("lots"."year" >= $2::int)
  order by "lots"."auction_at"::timestamptz < $3::timestamptz asc nulls last, "lots"."auction_at" asc nulls last, "lots"."id" asc
  limit $4 offset $5;
select 0 as scan, -1 as facet, null::text as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from "lots_auction" as "lots"
  where true and "lots"."maker_id" = any($1::int[]) and ("lots"."year" >= $2::int) union all select 1 as scan, -1 as facet, null::text as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from "lots_auction" as "lots"
  where true;

-- a page by price
select number.last, held.objid::text as start
  from (select (select (case when is_called then last_value else 0 end)::text from change_seq) as last offset 0) as number
  left join lateral (select objid from pg_locks where locktype = 'advisory' and classid = 24097 and granted and number.last is not null and database = (select oid from pg_database where datname = current_database()) offset 0 ) as held on true;
select "lots"."id" as id
  from "lots_auction" as "lots"
  where true and "lots"."maker_id" = any($1::int[]) and ("lots"."year" >= $2::int)
  order by "lots"."start_price" desc nulls last, "lots"."id" asc
  limit $3 offset $4;
select 0 as scan, -1 as facet, null::text as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from "lots_auction" as "lots"
  where true and "lots"."maker_id" = any($1::int[]) and ("lots"."year" >= $2::int) union all select 1 as scan, -1 as facet, null::text as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from "lots_auction" as "lots"
  where true;

-- the choices of makers, which leave out the chosen ones
select number.last, held.objid::text as start
  from (select (select (case when is_called then last_value else 0 end)::text from change_seq) as last offset 0) as number
  left join lateral (select objid from pg_locks where locktype = 'advisory' and classid = 24097 and granted and number.last is not null and database = (select oid from pg_database where datname = current_database()) offset 0 ) as held on true;
select 0 as scan, -1 as facet, null::text as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from "lots_auction" as "lots"
  where true and "lots"."maker_id" = any($1::int[]) and ("lots"."year" >= $2::int) union all select 1 as scan, -1 as facet, null::text as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from "lots_auction" as "lots"
  where true union all select 2 as scan, case when grouping("facet_0") = 0 then 0 else -1 end as facet, case when grouping("facet_0") = 0 then "facet_0"::text end as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from (select "lots"."maker_id" as "facet_0" from "lots_auction" as "lots" where true and ("lots"."year" >= $3::int)) as narrowed
  group by grouping sets ((), ("facet_0"));

-- sums and a chart
select number.last, held.objid::text as start
  from (select (select (case when is_called then last_value else 0 end)::text from change_seq) as last offset 0) as number
  left join lateral (select objid from pg_locks where locktype = 'advisory' and classid = 24097 and granted and number.last is not null and database = (select oid from pg_database where datname = current_database()) offset 0 ) as held on true;
select week::text as "from", count::int, quartiles[1]::float8 as low, quartiles[2]::float8 as middle, quartiles[3]::float8 as high
  from (select date_trunc('week', day::timestamp)::date as week, count(*), percentile_disc(array[0.25, 0.5, 0.75]) within group (order by value) as quartiles from (select "lots"."auction_day" as day, "lots"."start_price" as value from "lots_auction" as "lots" where true and "lots"."maker_id" = any($1::int[]) and ("lots"."year" >= $2::int) ) as charted where day is not null and value is not null group by 1 ) as weeks
  order by week;
select 0 as scan, -1 as facet, null::text as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from "lots_auction" as "lots"
  where true and "lots"."maker_id" = any($1::int[]) and ("lots"."year" >= $2::int) union all select 1 as scan, -1 as facet, null::text as value, count(*)::int as counter, null::float8 as low, null::float8 as high
  from "lots_auction" as "lots"
  where true union all select -1 as scan, facet, null::text as value, counter, low, null::float8 as high
  from (select sum("lots"."start_price")::float8 as "sum_0", count("lots"."start_price")::int as "filled_0" from "lots_auction" as "lots" where true and "lots"."maker_id" = any($3::int[]) and ("lots"."year" >= $4::int)) as added, lateral (values (0, added."sum_0", added."filled_0")) as sums (facet, low, counter);
