import type { SealedTable } from "../workspace/area";

/** The log of bids, which is sealed. The name of an actor is sealed as a salted digest. */
export const sealedLog: SealedTable = {
  table: "bid_log",
  columns: [
    "id",
    "user_id",
    "bid_id",
    "at:time",
    "actor_id",
    "actor_type",
    "actor_level",
    "event",
    "amount",
    "bid_status",
    "before",
    "after",
    "reason",
    "actor_digest",
  ],
  names: [{ name: "actor_name", salt: "actor_salt", digest: "actor_digest" }],
};

/**
 * Statements of a migration that make the log append-only. Only the name of an actor can
 * be erased, together with its salt: the digest stays, so that the seal of the row fits.
 * The table gets the digests of its rows without an update, as it is rewritten.
 */
export const bidLogStays: readonly string[] = [
  `alter table bid_log
    add column actor_salt uuid default gen_random_uuid(),
    add column actor_digest text`,
  `alter table bid_log
    alter column actor_digest type text using
      encode(sha256(convert_to(actor_salt::text || actor_name, 'UTF8')), 'hex'),
    alter column actor_digest set not null`,
  // Ids are counted over all clients, and the primary key begins with the client.
  `create unique index bid_log_ids on bid_log (id)`,
  `create function digest_bid_actor() returns trigger language plpgsql as $$
    begin
      new.actor_salt := gen_random_uuid();
      new.actor_digest := encode(
        sha256(convert_to(new.actor_salt::text || new.actor_name, 'UTF8')), 'hex');
      return new;
    end $$`,
  `create trigger bid_log_digest before insert on bid_log
    for each row execute function digest_bid_actor()`,
  `create function keep_bid_log() returns trigger language plpgsql as $$
    begin
      if new.actor_name = '' and new.actor_salt is null
        and to_jsonb(new) - array['actor_name', 'actor_salt']
          = to_jsonb(old) - array['actor_name', 'actor_salt']
      then return new; end if;
      raise exception 'rows of % are never changed', tg_table_name;
    end $$`,
  `create trigger bid_log_stays before update on bid_log
    for each row execute function keep_bid_log()`,
  `create trigger bid_log_kept before delete or truncate on bid_log
    for each statement execute function refuse_change()`,
];
