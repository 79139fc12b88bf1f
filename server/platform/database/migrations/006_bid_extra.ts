import { sql, type Kysely } from "kysely";

/** Bids keep what their lots have beyond the columns that both share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table bids add column extra jsonb not null default '{}'`,
  `update bids
    set extra = lots.extra || jsonb_strip_nulls(jsonb_build_object(
      'priv', lots.priv, 'averagePrice', lots.average_price))
    from lots
    where lots.area = bids.lot_area and lots.id = bids.lot_id`,
];
