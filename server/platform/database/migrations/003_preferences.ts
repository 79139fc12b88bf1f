import { sql, type Kysely } from "kysely";

/** What each user wants to find again in every browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table user_preferences (
        user_id bigint not null references users (id) on delete cascade,
        key text not null,
        value jsonb not null,
        updated_at timestamptz not null,
        primary key (user_id, key)
      )`,
    )
    .execute(db);
}
