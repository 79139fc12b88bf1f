import { sql, type Kysely } from "kysely";

/**
 * Change numbers for bids, from the sequence that lots take theirs from, and
 * the number that a lot came in with: what tells new lots from changed ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table bids
    add column seq bigint not null default nextval('change_seq')`,
  `create index bids_seq on bids (seq)`,
  // In two steps: a column that comes with a default rewrites every lot.
  `alter table lots add column created_seq bigint`,
  `alter table lots
    alter column created_seq set default currval('change_seq')`,
];
