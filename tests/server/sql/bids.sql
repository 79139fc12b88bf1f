-- countBidUse
select count(*) as "today", count(*) filter (where is_uss) as "uss"
  from "bids"
  where "user_id" = $1 and "placed_day" = $2 and "bid_status" <> $3;

-- findActiveBid
select "id", "amount", "bid_status", "placed_at", "version"
  from "bids"
  where "user_id" = $1 and "lot_id" = $2 and "bid_status" in ($3, $4) and bids.offering = (select lots.offering from lots where lots.area = bids.lot_area and lots.id = bids.lot_id);

-- findBidsOnLots
select distinct on ("lot_id") "id", "lot_id", "amount", "bid_status", "placed_at", "adjustment_price", "bid_group_id", "export_type_id", "version"
  from "bids"
  where "user_id" = $1 and "bid_status" <> $2 and bids.offering = (select lots.offering from lots where lots.area = bids.lot_area and lots.id = bids.lot_id) and "lot_id" in ($3, $4)
  order by "lot_id", "id" desc;

-- findReadableBids
select "id"
  from "bids"
  where bids.id = any($1::bigint[]) and "bids"."user_id" = any(array(select id from users where dealer_id = $2 union all select $3::bigint));

-- lockBid
select "bids"."id", "bids"."user_id", "bids"."lot_area", "bids"."lot_id", "bids"."lot_status", "bids"."auction_at", "bids"."start_price", "bids"."amount", "bids"."bid_status", "bids"."bid_group_id", "bids"."group_round", "bids"."offering", "bids"."result_revision", "bids"."decided_revision", "bids"."decision_reason", "bids"."won_price", "bids"."released_from", "bids"."export_type_id", "bids"."adjustment_price", "bids"."auto_bid", "bids"."needs_confirmation", "bids"."sold_price", "bids"."manager_sold_price", "bids"."placed_at", "bids"."version"
  from "bids"
  where "bids"."user_id" = $1 and "bids"."id" = $2
  for update;
select "users"."user_type", "users"."user_level", "users"."role_id", "users"."permissions", "users"."destination", "users"."currency"
  from "users"
  where "id" = $1;

-- insertLogEntries
insert into "bid_log" ("user_id", "bid_id", "at", "actor_id", "actor_name", "actor_type", "event", "amount", "bid_status", "before", "after", "actor_level")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (select case when role_id = $12 then role_id else user_level end from users where id = $13));

-- findLogEntries
select "at", "actor_id", "actor_name", "actor_type", "actor_level", "event", "amount", "bid_status", "before", "after", "reason"
  from "bid_log"
  where "user_id" = $1 and "bid_id" = $2
  order by "id" desc
  limit $3;

-- findPlacedEntry
select "bid_log"."id", "bid_log"."at", "bid_log"."amount", "bids"."lot_area", "bids"."lot_id", "users"."full_name", "users"."language_id"
  from "bid_log"
  inner join "bids" on "bids"."user_id" = "bid_log"."user_id" and "bids"."id" = "bid_log"."bid_id"
  inner join "users" on "users"."id" = "bids"."user_id"
  where "bid_log"."user_id" = $1 and "bid_log"."bid_id" = $2 and "bid_log"."event" = $3
  order by "bid_log"."id"
  limit $4;

-- countWaitingBids
select count(*) as "count"
  from "bids"
  where "bid_status" = $1 and "bids"."user_id" = any(array(select id from users where dealer_id = $2 union all select $3::bigint));

-- findBidInfo for the page of a lot
select /* prepared */ *, (select daily_bid_limit from accounts where user_id = $1) as "dailyBidLimit", (select daily_uss_limit from accounts where user_id = $2) as "dailyUssLimit", (select text from lot_notes where kind = $3 and lot_id = $4) as "note", (select array_agg(group_name order by group_name) from favorites where user_id = $5 and lot_id = $6 and not is_removed) as "groups"
  from (select count(*) as "today", count(*) filter (where is_uss) as "uss" from "bids" where "user_id" = $7 and "placed_day" = $8 and "bid_status" <> $9) as "use"
  left join (select distinct on ("lot_id") "id", "lot_id", "amount", "bid_status", "placed_at", "adjustment_price", "bid_group_id", "export_type_id", "version" from "bids" where "user_id" = $10 and "bid_status" <> $11 and bids.offering = (select lots.offering from lots where lots.area = bids.lot_area and lots.id = bids.lot_id) and "lot_id" = $12 order by "lot_id", "id" desc) as "bid" on true;

-- countRivals
select "bids"."id", count(*)::int as "rivals"
  from "bids"
  inner join "bids" as "rival" on "rival"."lot_id" = "bids"."lot_id" and "rival"."offering" = "bids"."offering" and "rival"."user_id" <> "bids"."user_id"
  where "bids"."id" in ($1, $2) and "bids"."bid_status" in ($3, $4) and "rival"."bid_status" in ($5, $6)
  group by "bids"."id";

-- listBidGroups
select "id", "label", "cars", "round", coalesce("active", '0') as "active", coalesce("won", '0') as "won"
  from "bid_groups"
  left join lateral (select "group_round" as "round", count(*) filter (where bid_status in ($1, $2)) as "active", count(*) filter (where bid_status in ($3)) as "won" from "bids" where "user_id" = $4 and "bid_group_id" = "bid_groups"."id" group by "group_round" order by "group_round" desc limit $5) as "latest" on true
  order by "id";

-- findGroup
select "cars"
  from "bid_groups"
  where "id" = $1;
select "id", "bid_status" as "status", "group_rank" as "rank", "auction_at" as "auctionAt", "placed_at" as "placedAt", "lot_status" as "lotStatus", "amount", "won_price" as "wonPrice", "manager_sold_price" as "managerSoldPrice"
  from "bids"
  where "user_id" = $1 and "bid_group_id" = $2 and "group_round" = $3 and "bid_status" in ($4, $5, $6);

-- settlement: findOpenBids
select "id", "user_id", "bid_group_id", "group_round", "amount", "bid_status" as "status", "lot_status" as "lotStatus", "auction_at" as "auctionAt", "placed_at" as "placedAt", "group_rank" as "rank", "decision_reason" as "decision", "sold_price" as "soldPrice", "won_price" as "wonPrice", "manager_sold_price" as "managerSoldPrice", "released_from" as "releasedFrom", lot_area = 'stock' as "isOrder", extra->>'winningBid' as "winningBid", exists (select from bids as winner where winner.lot_id = bids.lot_id and winner.offering = bids.offering and winner.bid_status = $1 and winner.id <> bids.id) as "hasOtherWinner", needs_confirmation and bid_status = $2 and exists (select from users where users.id = bids.user_id and users.user_level = $3) as "isUnconfirmed", result_revision > decided_revision as "hasNewResult", released_from is not null or (bid_group_id is not null and (user_id, bid_group_id, group_round) in (select user_id, bid_group_id, group_round from bids join bid_groups on bid_groups.id = bid_group_id where bid_status = $4 and bid_group_id is not null group by user_id, bid_group_id, group_round, bid_groups.cars having bid_groups.cars between 1 and count(*))) as "needsGroup"
  from "bids"
  where id = any(array(select id from bids where bid_status in ($5, $6) and (result_revision > decided_revision or lot_status in ($7, $8, $9, $10, $11)) union all select id from bids where bid_status in ($12, $13) and not needs_decision and auction_at < $14 union all select id from bids where bid_status in ($15, $16) and needs_decision and coalesce(auction_at >= $17, true) union all select id from bids where bid_status in ($18, $19) and (bid_group_id is not null and (user_id, bid_group_id, group_round) in (select user_id, bid_group_id, group_round from bids join bid_groups on bid_groups.id = bid_group_id where bid_status = $20 and bid_group_id is not null group by user_id, bid_group_id, group_round, bid_groups.cars having bid_groups.cars between 1 and count(*))))) and "lot_area" <> $21
  order by auction_at nulls last, group_rank nulls last, placed_at, id;

-- settlement: findBidsWithNewResults
select "id", "user_id", "bid_group_id", "group_round", "amount", "bid_status" as "status", "lot_status" as "lotStatus", "auction_at" as "auctionAt", "placed_at" as "placedAt", "group_rank" as "rank", "decision_reason" as "decision", "sold_price" as "soldPrice", "won_price" as "wonPrice", "manager_sold_price" as "managerSoldPrice", "released_from" as "releasedFrom", lot_area = 'stock' as "isOrder", extra->>'winningBid' as "winningBid", exists (select from bids as winner where winner.lot_id = bids.lot_id and winner.offering = bids.offering and winner.bid_status = $1 and winner.id <> bids.id) as "hasOtherWinner", needs_confirmation and bid_status = $2 and exists (select from users where users.id = bids.user_id and users.user_level = $3) as "isUnconfirmed", result_revision > decided_revision as "hasNewResult", released_from is not null or (bid_group_id is not null and (user_id, bid_group_id, group_round) in (select user_id, bid_group_id, group_round from bids join bid_groups on bid_groups.id = bid_group_id where bid_status = $4 and bid_group_id is not null group by user_id, bid_group_id, group_round, bid_groups.cars having bid_groups.cars between 1 and count(*))) as "needsGroup"
  from "bids"
  where result_revision > decided_revision and "bid_status" not in ($5, $6) and "lot_area" <> $7 and (bid_status = $8 or decision_reason is not null or extra->>'winningBid' = id::text)
  order by "id";

-- settlement: findReleasedBids
select "id", "user_id", "bid_group_id", "group_round", "amount", "bid_status" as "status", "lot_status" as "lotStatus", "auction_at" as "auctionAt", "placed_at" as "placedAt", "group_rank" as "rank", "decision_reason" as "decision", "sold_price" as "soldPrice", "won_price" as "wonPrice", "manager_sold_price" as "managerSoldPrice", "released_from" as "releasedFrom", lot_area = 'stock' as "isOrder", extra->>'winningBid' as "winningBid", exists (select from bids as winner where winner.lot_id = bids.lot_id and winner.offering = bids.offering and winner.bid_status = $1 and winner.id <> bids.id) as "hasOtherWinner", needs_confirmation and bid_status = $2 and exists (select from users where users.id = bids.user_id and users.user_level = $3) as "isUnconfirmed", result_revision > decided_revision as "hasNewResult", released_from is not null or (bid_group_id is not null and (user_id, bid_group_id, group_round) in (select user_id, bid_group_id, group_round from bids join bid_groups on bid_groups.id = bid_group_id where bid_status = $4 and bid_group_id is not null group by user_id, bid_group_id, group_round, bid_groups.cars having bid_groups.cars between 1 and count(*))) as "needsGroup"
  from "bids"
  where "released_from" is not null and "bid_status" = $5 and "lot_status" = $6 and coalesce(auction_at > $7, true) and not (bid_group_id is not null and (user_id, bid_group_id, group_round) in (select user_id, bid_group_id, group_round from bids join bid_groups on bid_groups.id = bid_group_id where bid_status = $8 and bid_group_id is not null group by user_id, bid_group_id, group_round, bid_groups.cars having bid_groups.cars between 1 and count(*)))
  order by auction_at nulls last, group_rank nulls last, placed_at, id;

-- lots changed: lotsChanged
update bids
  set "lot_no" = "lots"."lot_no", "auction_at" = "lots"."auction_at", "house_id" = "lots"."house_id", "maker_id" = "lots"."maker_id", "model_id" = "lots"."model_id", "chassis_id" = "lots"."chassis_id", "color_id" = "lots"."color_id", "gearbox_id" = "lots"."gearbox_id", "condition_id" = "lots"."condition_id", "year" = "lots"."year", "engine" = "lots"."engine", "mileage" = "lots"."mileage", "grade" = "lots"."grade", "equip" = "lots"."equip", "start_price" = "lots"."start_price", "sold_price" = "lots"."sold_price", "images" = "lots"."images", "auction_day" = "lots"."auction_day", "lot_status" = "lots"."status", "result_revision" = "lots"."result_revision", "extra" = lots.extra || jsonb_strip_nulls(jsonb_build_object('priv', lots.priv, 'averagePrice', lots.average_price)), seq = nextval('change_seq'), hold_due = hold_due or (bid_group_id is not null and bid_status in ($1, $2) and (bids.auction_at, lot_status) is distinct from (lots.auction_at, lots.status))
  from lots
  where lots.area = $3 and lots.id = any($4::bigint[]) and bids.lot_id = lots.id and bids.lot_area = lots.area and bids.offering = lots.offering and ("bids"."lot_no", "bids"."auction_at", "bids"."house_id", "bids"."maker_id", "bids"."model_id", "bids"."chassis_id", "bids"."color_id", "bids"."gearbox_id", "bids"."condition_id", "bids"."year", "bids"."engine", "bids"."mileage", "bids"."grade", "bids"."equip", "bids"."start_price", "bids"."sold_price", "bids"."images", "bids"."auction_day", "bids"."lot_status", "bids"."result_revision", "bids"."extra") is distinct
  from ("lots"."lot_no", "lots"."auction_at", "lots"."house_id", "lots"."maker_id", "lots"."model_id", "lots"."chassis_id", "lots"."color_id", "lots"."gearbox_id", "lots"."condition_id", "lots"."year", "lots"."engine", "lots"."mileage", "lots"."grade", "lots"."equip", "lots"."start_price", "lots"."sold_price", "lots"."images", "lots"."auction_day", "lots"."status", "lots"."result_revision", lots.extra || jsonb_strip_nulls(jsonb_build_object('priv', lots.priv, 'averagePrice', lots.average_price)));
update bids
  set lot_status = lots.status, sold_price = lots.sold_price, result_revision = greatest(lots.result_revision, bids.result_revision + 1), extra = bids.extra || jsonb_build_object('winningBid', lots.extra->>'winningBid'), seq = nextval('change_seq')
  from lots
  where lots.area = $1 and lots.id = any($2::bigint[]) and lots.offering > 1 and lots.status in ($3, $4) and bids.lot_id = lots.id and bids.offering < lots.offering and bids.id::text = lots.extra->>'winningBid' and bids.bid_status <> $5 and (bids.lot_status, bids.sold_price, bids.extra->>'winningBid') is distinct
  from (lots.status, lots.sold_price, lots.extra->>'winningBid');
select nextval('change_seq')::text as number
  from (select pg_advisory_xact_lock_shared(24097, (nextval('change_seq') % 2147483648)::int) offset 0) as locked;

-- lots moved: lotsMoved
update bids
  set lot_area = $1, seq = nextval('change_seq')
  where lot_area = $2 and lot_id = any($3::bigint[]);
select nextval('change_seq')::text as number
  from (select pg_advisory_xact_lock_shared(24097, (nextval('change_seq') % 2147483648)::int) offset 0) as locked;
