-- enum in column, chosen
select "id"
  from "lots" as "samples"
  where "samples"."value"::text = any($1::text[]);

-- enum in column, fixed
select "id"
  from "lots" as "samples"
  where "samples"."value"::text = any($1::text[]);

-- enum in extra, chosen
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end) collate "C" = any($1::text[]);

-- enum in extra, fixed
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end) collate "C" = any($1::text[]);

-- number in column, chosen
select "id"
  from "lots" as "samples"
  where ("samples"."value" >= $1::int and "samples"."value" <= $2::int);

-- number in column, fixed
select "id"
  from "lots" as "samples"
  where ("samples"."value" = any($1::int[]) and ("samples"."value" >= $2::int));

-- number in extra, chosen
select "id"
  from "lots" as "samples"
  where ((case when jsonb_typeof("samples"."extra" -> 'value') = 'number' then case when ("samples"."extra" -> 'value')::numeric % 1 = 0 then ("samples"."extra" -> 'value')::numeric end end) >= $1::numeric and (case when jsonb_typeof("samples"."extra" -> 'value') = 'number' then case when ("samples"."extra" -> 'value')::numeric % 1 = 0 then ("samples"."extra" -> 'value')::numeric end end) <= $2::numeric);

-- number in extra, fixed
select "id"
  from "lots" as "samples"
  where ((case when jsonb_typeof("samples"."extra" -> 'value') = 'number' then case when ("samples"."extra" -> 'value')::numeric % 1 = 0 then ("samples"."extra" -> 'value')::numeric end end) = any($1::numeric[]) and ((case when jsonb_typeof("samples"."extra" -> 'value') = 'number' then case when ("samples"."extra" -> 'value')::numeric % 1 = 0 then ("samples"."extra" -> 'value')::numeric end end) >= $2::numeric));

-- date in column, chosen
select "id"
  from "lots" as "samples"
  where ("samples"."value_day" >= $1::date and "samples"."value_day" <= $2::date);

-- date in column, fixed
select "id"
  from "lots" as "samples"
  where ("samples"."value_day" <= $1::date);

-- date in extra, chosen
select "id"
  from "lots" as "samples"
  where (left((case when ("samples"."extra" ->> 'value') ~ '^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?\+09:00$' then "samples"."extra" ->> 'value' end), 10) collate "C" >= $1::text and left((case when ("samples"."extra" ->> 'value') ~ '^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?\+09:00$' then "samples"."extra" ->> 'value' end), 10) collate "C" <= $2::text);

-- date in extra, fixed
select "id"
  from "lots" as "samples"
  where (left((case when ("samples"."extra" ->> 'value') ~ '^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?\+09:00$' then "samples"."extra" ->> 'value' end), 10) collate "C" <= $1::text);

-- flag in column, chosen
select "id"
  from "lots" as "samples"
  where "samples"."value" = $1::boolean;

-- flag in column, fixed
select "id"
  from "lots" as "samples"
  where "samples"."value" = $1::boolean;

-- flag in extra, chosen
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'boolean' then ("samples"."extra" -> 'value')::boolean end) = any($1::boolean[]);

-- flag in extra, fixed
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'boolean' then ("samples"."extra" -> 'value')::boolean end) = any($1::boolean[]);

-- text in column, chosen
select "id"
  from "lots" as "samples"
  where "samples"."value" like $1;

-- text in column, fixed
select "id"
  from "lots" as "samples"
  where strpos("samples"."value", $1::text) > 0;

-- text in extra, chosen
select "id"
  from "lots" as "samples"
  where lower((case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end)) collate "C" like lower($1::text);

-- text in extra, fixed
select "id"
  from "lots" as "samples"
  where strpos((case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end) collate "C", $1::text) > 0;

-- list in column, chosen
select "id"
  from "lots" as "samples"
  where "samples"."value" && $1::text[];

-- list in column, fixed
select "id"
  from "lots" as "samples"
  where ("samples"."value" && $1::text[] and cardinality("samples"."value") > 0);

-- list in extra, chosen
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'array' then "samples"."extra" -> 'value' end) ?| $1::text[];

-- list in extra, fixed
select "id"
  from "lots" as "samples"
  where ((case when jsonb_typeof("samples"."extra" -> 'value') = 'array' then "samples"."extra" -> 'value' end) ?| $1::text[] and nullif(array(select element.value #>> '{}' from jsonb_array_elements((case when jsonb_typeof("samples"."extra" -> 'value') = 'array' then "samples"."extra" -> 'value' end)) as element where jsonb_typeof(element.value) = 'string'), '{}') collate "C" is not null);

-- code in column, chosen
select "id"
  from "lots" as "samples"
  where "samples"."value"::text = $1::text;

-- code in column, fixed
select "id"
  from "lots" as "samples"
  where "samples"."value"::text = $1::text;

-- code in extra, chosen
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end) collate "C" = any($1::text[]);

-- code in extra, fixed
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end) collate "C" = any($1::text[]);

-- word in column, chosen
select "id"
  from "lots" as "samples"
  where "samples"."value_id" = any($1::int[]);

-- word in column, fixed
select "id"
  from "lots" as "samples"
  where "samples"."value_id" = any(array(select id from terms where kind = $1 and terms.name = any($2::text[])));

-- word in extra, fixed
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end) collate "C" = any($1::text[]);

-- empty text in column, chosen
select "id"
  from "lots" as "samples"
  where ("samples"."value"::text <> '' is not true);

-- empty text in column, fixed
select "id"
  from "lots" as "samples"
  where "samples"."value"::text <> '';

-- empty text in extra, chosen
select "id"
  from "lots" as "samples"
  where ((case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end) collate "C" <> '' is not true);

-- empty text in extra, fixed
select "id"
  from "lots" as "samples"
  where (case when jsonb_typeof("samples"."extra" -> 'value') = 'string' then "samples"."extra" ->> 'value' end) collate "C" <> '';

-- newer date in column, chosen
select "id"
  from "lots" as "samples"
  where ("samples"."value_day" >= $1::date);

-- newer date in column, fixed
select "id"
  from "lots" as "samples"
  where ("samples"."value_day" >= $1::date);

-- newer date in extra, chosen
select "id"
  from "lots" as "samples"
  where ((case when ("samples"."extra" ->> 'value') ~ '^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$' then "samples"."extra" ->> 'value' end) collate "C" >= $1::text);

-- newer date in extra, fixed
select "id"
  from "lots" as "samples"
  where ((case when ("samples"."extra" ->> 'value') ~ '^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$' then "samples"."extra" ->> 'value' end) collate "C" >= $1::text);

-- newer year in column, chosen
select "id"
  from "lots" as "samples"
  where ("samples"."value" >= $1::int);

-- newer year in column, fixed
select "id"
  from "lots" as "samples"
  where ("samples"."value" >= $1::int);

-- newer year in extra, chosen
select "id"
  from "lots" as "samples"
  where ((case when jsonb_typeof("samples"."extra" -> 'value') = 'number' then case when ("samples"."extra" -> 'value')::numeric % 1 = 0 then ("samples"."extra" -> 'value')::numeric end end) >= $1::numeric);

-- newer year in extra, fixed
select "id"
  from "lots" as "samples"
  where ((case when jsonb_typeof("samples"."extra" -> 'value') = 'number' then case when ("samples"."extra" -> 'value')::numeric % 1 = 0 then ("samples"."extra" -> 'value')::numeric end end) >= $1::numeric);
